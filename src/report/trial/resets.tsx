import type { JSX } from 'preact';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { resetText } from '../../campaign/reset-text.js';
import type { AttachedSession } from '../../trial/by-hand/trial.js';
import { Digest, Facts, Tag } from '../page/parts.js';
import { count, Text } from '../page/text.js';
import { Attested } from './attested.js';

/** From what each session began, and the proof that it was that and nothing else. */
export function Resets({ shown: { record, resets, serviceResets }, attached }: { shown: ShownTrial; attached: readonly AttachedSession[] }): JSX.Element {
  const refused = [...resets, ...serviceResets.map(({ reset }) => reset)].some(({ differences, canaries }) => differences.length + canaries.length > 0);
  const [short, whole] = [briefly(resetText(resets, serviceResets, false)), resetText(resets, serviceResets, true)];
  return (
    <section id="reset" aria-labelledby="reset-title">
      <h2 id="reset-title">Reset proof</h2>
      {resets.length === 0 ? (record?.adaptations ? <><p>A person attests it; nobody saw it.</p><Attested of={attached} /></> : <p class="quiet">No session was seen to begin.</p>) : (
        <>
          <p><Tag tone={refused ? 'bad' : 'good'}>{refused ? 'not as declared' : 'as declared'}</Tag></p>
          <Facts of={resets.map(({ session, initial_state }): [string, JSX.Element] => [`Session ${String(session)} began from`, <Digest of={initial_state} />])} />
          <Lines of={short} />
          {whole.length > short.length && <details data-fold="reset"><summary>Every file, {count(whole.length)} lines</summary><Lines of={whole} /></details>}
        </>
      )}
      {(record?.canaries.length ?? 0) > 0 && <p class="quiet">Canaries left for later attempts: {String(record?.canaries.length)}.</p>}
    </section>
  );
}

/** Without the files, where there are many: they are indented below what they belong to. */
const briefly = (lines: readonly string[]): readonly string[] => (lines.length > MANY ? lines.filter((line) => !line.startsWith('    ')) : lines);
const MANY = 24;

const Lines = ({ of }: { of: readonly string[] }): JSX.Element => <pre class="text">{of.map((line) => <><Text>{line}</Text>{'\n'}</>)}</pre>;
