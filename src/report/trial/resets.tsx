import type { JSX } from 'preact';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { resetText } from '../../campaign/reset-text.js';
import { Digest, Facts, Tag } from '../page/parts.js';
import { Text } from '../page/text.js';

/** From what each session began, and the proof that it was that and nothing else. */
export function Resets({ shown: { record, resets, serviceResets } }: { shown: ShownTrial }): JSX.Element {
  const refused = [...resets, ...serviceResets.map(({ reset }) => reset)].some(({ differences, canaries }) => differences.length + canaries.length > 0);
  return (
    <section id="reset" aria-labelledby="reset-title">
      <h2 id="reset-title">Reset proof</h2>
      {resets.length === 0 ? <p class="quiet">{record?.adaptations ? 'A person attested the initial state; nobody saw it.' : 'No session was seen to begin.'}</p> : (
        <>
          <p><Tag tone={refused ? 'bad' : 'good'}>{refused ? 'not as declared' : 'as declared'}</Tag></p>
          <Facts of={resets.map(({ session, initial_state }): [string, JSX.Element] => [`Session ${String(session)} began from`, <Digest of={initial_state} />])} />
          <pre class="text">{resetText(resets, serviceResets, true).map((line) => <><Text>{line}</Text>{'\n'}</>)}</pre>
        </>
      )}
      {(record?.canaries.length ?? 0) > 0 && <p class="quiet">Canaries left for later attempts: {String(record?.canaries.length)}.</p>}
    </section>
  );
}
