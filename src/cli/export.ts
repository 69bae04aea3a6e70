import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { CampaignOnDisk } from '../campaign/read-campaign.js';

const FORMATS = ['atif', 'otel', 'junit', 'inspect', 'csv'] as const;

interface ExportOptions {
  format: (typeof FORMATS)[number];
  out?: string;
  only?: string;
}

/** `cleanslate export`: a campaign for other tools. */
export function registerExport(program: Command): void {
  program
    .command('export')
    .description('writes a campaign for other tools: trajectories, spans, a CI report, a table')
    .argument('<dir>', 'the campaign directory')
    .addOption(new Option('--format <format>', 'ATIF v1.7 trajectories, OpenTelemetry GenAI spans, JUnit XML, eval logs of Inspect, or results as CSV').choices([...FORMATS]).makeOptionMandatory())
    .option('--out <path>', 'a file, and a directory for atif and inspect (default: standard output)')
    .option('--only <glob>', 'only trials whose id matches')
    .addHelpText('after', '\nExample:\n  cleanslate export campaigns/demo --format junit --out junit.xml\n')
    .action(async (dir: string, options: ExportOptions) => {
      const { readCampaign } = await import('../campaign/read-campaign.js');
      const { chosenTrials } = await import('../campaign/export/attempts.js');
      const { refuseAmongEvidence } = await import('./output/write-out.js');
      if (options.out !== undefined) refuseAmongEvidence(dir, options.out);
      const campaign = await readCampaign(dir);
      await WRITERS[options.format](campaign, chosenTrials(campaign, options.only), options.out);
    });
}

type Writer = (campaign: CampaignOnDisk, trials: readonly string[], out: string | undefined) => Promise<void>;

const WRITERS: Record<ExportOptions['format'], Writer> = { atif: exportAtif, otel: exportOtel, junit: exportJunit, inspect: exportInspect, csv: exportCsv };

/** One file for each session in a directory, or one line for each on standard output. */
async function exportAtif(campaign: CampaignOnDisk, trials: readonly string[], out: string | undefined): Promise<void> {
  const { endedAttempts } = await import('../campaign/export/attempts.js');
  const { atifFacts } = await import('../campaign/export/facts.js');
  const { atifOf } = await import('../trace/export/atif.js');
  const documents = async function* (): AsyncGenerator<Document> {
    for await (const shown of endedAttempts(campaign, trials)) {
      for (const trajectory of atifOf(shown.events, atifFacts(campaign, shown))) {
        yield { name: `${shown.trial}.attempt-${String(shown.attempt)}.session-${String(trajectory.extra?.['session'])}.json`, value: trajectory };
      }
    }
  };
  note(await writeDocuments(documents(), out), 'trajectories', out);
}

/** A line for each attempt, as collectors read files of OTLP. */
async function exportOtel(campaign: CampaignOnDisk, trials: readonly string[], out: string | undefined): Promise<void> {
  const { endedAttempts } = await import('../campaign/export/attempts.js');
  const { spanFacts } = await import('../campaign/export/facts.js');
  const { otelOf } = await import('../trace/export/otel.js');
  const { writeOut } = await import('./output/write-out.js');
  const { packageVersion } = await import('../common/package-root.js');
  let written = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const shown of endedAttempts(campaign, trials)) {
      if (shown.events.length === 0) continue;
      yield `${JSON.stringify(otelOf(shown.events, spanFacts(campaign, shown), { name: 'cleanslate', version: packageVersion() }))}\n`;
      written += 1;
    }
  };
  await writeOut(out, lines());
  note(written, 'traces', out);
}

async function exportJunit(campaign: CampaignOnDisk, trials: readonly string[], out: string | undefined): Promise<void> {
  const { publicationOf } = await import('../campaign/closed.js');
  const { trialCases } = await import('../campaign/export/trial-cases.js');
  const { junitOf } = await import('../trace/export/junit.js');
  const { writeOut } = await import('./output/write-out.js');
  await writeOut(out, [junitOf(campaign.campaign.campaign, await trialCases(campaign, trials), publicationOf(campaign) === 'pending' ? { publication: 'results pending' } : {})]);
  note(trials.length, 'trials', out);
}

/** One file for each configuration, task and profile in a directory, or one line for each on standard output. */
async function exportInspect(campaign: CampaignOnDisk, trials: readonly string[], out: string | undefined): Promise<void> {
  const { inspectGroups } = await import('../campaign/export/inspect.js');
  const { inspectOf } = await import('../trace/export/inspect.js');
  const { rowKey } = await import('../campaign/trial-id.js');
  const documents = async function* (): AsyncGenerator<Document> {
    for await (const group of inspectGroups(campaign, trials)) yield { name: `${rowKey(group)}.json`, value: inspectOf(group) };
  };
  note(await writeDocuments(documents(), out), 'eval logs', out);
}

async function exportCsv(campaign: CampaignOnDisk, trials: readonly string[], out: string | undefined): Promise<void> {
  const { csvOf } = await import('../report/export/csv.js');
  const { resultRows } = await import('../campaign/export/result-rows.js');
  const { writeOut } = await import('./output/write-out.js');
  const { publicationOf } = await import('../campaign/closed.js');
  const publication = publicationOf(campaign);
  // An index that is not published says so in every line.
  const lines = resultRows(campaign, trials).map((line) => (publication === 'pending' ? { publication: 'results pending', ...line } : line));
  await writeOut(out, [csvOf(lines)]);
  note(lines.length, 'results', out);
}

/** JSON that is a file of its own in a directory, or a line on standard output. */
interface Document {
  name: string;
  value: unknown;
}

/** Writes each document as it comes. Returns how many there were. */
async function writeDocuments(documents: AsyncIterable<Document>, out: string | undefined): Promise<number> {
  const { writeOut } = await import('./output/write-out.js');
  const { pretty } = await import('../common/json.js');
  let written = 0;
  for await (const { name, value } of documents) {
    await writeOut(out === undefined ? undefined : join(out, name), [out === undefined ? `${JSON.stringify(value)}\n` : pretty(value)]);
    written += 1;
  }
  return written;
}

function note(count: number, what: string, out: string | undefined): void {
  process.stderr.write(`${String(count)} ${what}${out === undefined ? '' : `: ${out}`}\n`);
}
