import { plural } from '../../evidence/check.js';
import { partInWords } from '../../protocol/battery/part.js';
import { oneLine } from '../../common/visible.js';
import { deviationInWords } from '../summary-text.js';
import type { PublishedDeviations } from './deviations.js';
import type { Publication } from './publication.js';

/** README.md of a bundle: for somebody who has only the bundle. */
export const bundleReadme = ({ campaign, protocol, battery, published_at, lock_root, journal_head, configurations, trials, redactions, harness }: Publication, deviations: PublishedDeviations): string => `# ${[campaign, partInWords(battery)].filter((one) => one !== null).join(', ')}

Published ${published_at} by cleanslate ${harness.version}: ${plural(configurations, 'configuration')}, ${plural(trials, 'trial')}${protocol === null ? '' : `, by protocol version ${protocol}`}.

- [tables/summary.md](tables/summary.md): the tables. \`tables/summary.json\` is the same for programs, \`tables/results.csv\` has one line for each trial.
- [tables/configurations.json](tables/configurations.json): each configuration as it was asked for, and as it was seen.
- [tables/deviations.json](tables/deviations.json): what was done otherwise than the protocol says.
- [tables/invalid.json](tables/invalid.json): every attempt that does not count, and why.
- [redactions.json](redactions.json): what is not as it was captured (${plural(Object.values(redactions).reduce((sum, count) => sum + count, 0), 'file')}), with digests before and after.
- \`trials/\`, \`material/\`, \`journal.jsonl\`, \`lock.json\`, \`campaign.json\`, \`results.jsonl\`: the evidence.

## Deviations
${deviationList(deviations)}

## Check it
\`cleanslate verify .\` needs nothing but this directory, and \`sha256sum --check bundle.sha256\` not even the program.
Every score can be made anew from the evidence; \`verify\` does it. \`cleanslate show .\`, \`compare\`, \`replay\` and \`shell\` work on it as on the campaign.

- root of the protocol lock: \`${lock_root}\`
- head of the journal: \`${journal_head}\`
`;

/** Beside the result, and not only in a table of their own (methodology, "Publish deviations with the result"). */
function deviationList({ recorded, amendments, found }: PublishedDeviations): string {
  const lines = [...found, ...recorded.map(deviationInWords), ...amendments.map(({ note, by }) => `Before the first run, the lock was amended: ${deviationInWords({ text: note, by })}`)];
  return lines.length === 0 ? 'None.' : lines.map((line) => `- ${oneLine(line, Infinity)}`).join('\n');
}
