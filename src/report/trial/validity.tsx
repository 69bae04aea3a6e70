import type { JSX } from 'preact';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { witnessLines } from '../../campaign/witness-text.js';
import { decisive } from '../../trial/validity.js';
import { Digest, Facts, seconds, Table, Tag } from '../page/parts.js';
import { count, Text } from '../page/text.js';

/** Whether the attempt counts, by which signals, and under what it ran. */
export function Validity({ shown: { record, interrupted, witness } }: { shown: ShownTrial }): JSX.Element {
  return (
    <section id="validity" aria-labelledby="validity-title">
      <h2 id="validity-title">Validity</h2>
      {!record ? <p>{interrupted === undefined ? 'It has no end yet.' : <><Tag tone="warn">interrupted</Tag> <Text>{interrupted}</Text></>}</p> : (
        <>
          <p><Tag tone={record.valid ? 'good' : 'warn'}>{record.valid ? 'valid' : 'invalid'}</Tag> It ended: {record.ended}{record.exit === null ? '' : record.exit.signal === null ? `, exit code ${String(record.exit.code)}` : `, ${record.exit.signal}`}.</p>
          <Signals of={record.signals} />
          <Facts of={[
            ['Agent', <><Text>{record.agent}</Text> <Text>{record.agent_version}</Text>, mode {record.mode}</>],
            ['Model', <><Text>{record.model_id}</Text>{record.observed_model === null ? '' : <>, observed <Text>{record.observed_model}</Text></>} from <Text>{record.provider}</Text></>],
            record.adaptations ? ['Scored', record.started_at] : ['Took', `${seconds(record.duration_ms)}, from ${record.started_at}`],
            Object.keys(record.timings).length === 0 ? undefined : ['Where it went', Object.entries(record.timings).map(([phase, ms]) => `${phase.replace(/_ms$/, '')} ${String(Math.round(ms))} ms`).join(', ')],
            ['Tool calls', record.tool_calls === null ? 'nobody saw any' : count(record.tool_calls)],
            ['Tokens', record.input_tokens === null && record.output_tokens === null ? 'not known' : `${count(record.input_tokens ?? 0)} in, ${count(record.output_tokens ?? 0)} out`],
            record.sandbox.kind === 'none' ? undefined : ['Sandbox', <>{record.sandbox.kind}, isolation {record.sandbox.isolation}{record.sandbox.image_digest === null ? '' : <>, image <Digest of={record.sandbox.image_digest.replace(/^sha256:/, '')} /></>}</>],
            ['Witnesses', <>{witnessLines(record, witness).map((line) => <div><Text>{line}</Text></div>)}</>],
            record.adaptations ? ['By hand', `adapted, neither passed nor failed: ${record.adaptations.join(', ')}`] : undefined,
          ]} />
        </>
      )}
    </section>
  );
}

function Signals({ of }: { of: NonNullable<ShownTrial['record']>['signals'] }): JSX.Element {
  if (of.length === 0) return <p class="quiet">No signal spoke against it.</p>;
  const cause = decisive(of);
  return (
    <Table label="Signals" head={['Blame', 'Signal', 'What it says', '']} wide>
      {of.map((signal) => (
        <tr>
          <th scope="row">{signal.blame}</th><td><Text>{signal.kind}</Text></td><td><Text>{signal.message.slice(0, 4000)}</Text></td>
          <td>{signal === cause ? <Tag tone="warn">decided</Tag> : signal.recovered ? <Tag tone="plain">recovered</Tag> : ''}</td>
        </tr>
      ))}
    </Table>
  );
}
