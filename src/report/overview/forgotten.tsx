import type { JSX } from 'preact';
import type { StageRow } from '../../campaign/stages.js';
import type { ForgottenRow } from '../model/forgotten.js';
import { STAGES } from '../../trial/delivery/file.js';
import { filtered, taskPage } from '../page/addresses.js';
import { Table } from '../page/parts.js';
import { Text } from '../page/text.js';

/** Stages that say something; `unknown` says that nobody saw what reached the model. */
const SEEN = STAGES.filter((stage) => stage !== 'unknown');

/**
 * Who forgot what, what it gave instead, at which stage its memory failed, and how much of the instructions and the handoff note reached the model.
 * @param counting how many runs count
 */
export function Forgotten({ rows, counting, finished }: { rows: readonly ForgottenRow[]; counting: number; finished: boolean }): JSX.Element {
  const staged = rows.some(({ stages }) => stages && SEEN.some((stage) => stages.stages[stage] > 0));
  const files = ['AGENTS.md', 'HANDOFF.md'].filter((path) => rows.some(({ stages }) => stages?.files.some((file) => file.path === path)));
  return (
    <section id="forgotten" aria-labelledby="forgotten-title">
      <h2 id="forgotten-title">Who forgot what</h2>
      <Unseen rows={rows} />
      {rows.length === 0 ? <p class="quiet">{counting === 0 ? `Nothing is known: no run counts${finished ? '' : ' yet'}.` : `Nothing: every answer that counts is right${finished ? '' : ', so far'}.`}</p> : (
        <div class="lazy">
          <Table label="What was forgotten" head={['Configuration', 'Task', 'Profile', 'Wrong, in so many runs, and what was given', ...(staged ? ['Where memory failed'] : []), ...files.map((path) => `${path} that reached the model`)]} wide>
            {rows.map((row) => (
              <tr>
                <th scope="row"><a href={filtered({ configuration: row.configuration, task: row.task, profile: row.profile, outcome: 'failed' })}>{row.configuration}</a></th>
                <td><a href={`${taskPage(row.task)}#${row.profile}`}>{row.task}</a></td>
                <td>{row.profile}</td>
                <td><Wrongs of={row} /></td>
                {staged && <td><StagesOf row={row} /></td>}
                {files.map((path) => <td class="number">{delivered(row.stages?.files ?? [], path)}</td>)}
              </tr>
            ))}
          </Table>
        </div>
      )}
    </section>
  );
}

/** Those that came to the same are one line. */
function Wrongs({ of: { forgotten, runs, unreadable } }: { of: ForgottenRow }): JSX.Element {
  const lines = new Map<string, ForgottenRow['forgotten']>();
  for (const one of forgotten) {
    const key = JSON.stringify([one.wrong, one.gave]);
    lines.set(key, [...(lines.get(key) ?? []), one]);
  }
  return (
    <ul class="wrongs">
      {forgotten.length + unreadable === 0 && <li class="quiet">nothing</li>}
      {unreadable > 0 && <li>could not be read <span class="quiet">{String(unreadable)}/{String(runs)}</span></li>}
      {[...lines.values()].map((same) => {
        const { wrong = 0, gave: [most = '', ...others] = [] } = same[0] ?? {};
        return <li><b>{same.map(({ id }) => id).join(', ')}</b> <span class="quiet">{String(wrong)}/{String(runs)}</span> <Text>{most}</Text>{others.length > 0 && <span class="quiet"> and {String(others.length)} more</span>}</li>;
      })}
    </ul>
  );
}

function StagesOf({ row: { configuration, task, profile, stages } }: { row: ForgottenRow }): JSX.Element {
  const seen = stages ? SEEN.filter((stage) => stages.stages[stage] > 0) : [];
  if (!stages || seen.length === 0) return <span class="quiet">{stages && stages.failures > 0 ? 'not known' : ''}</span>;
  return <ul class="wrongs">{seen.map((stage) => <li><a href={filtered({ configuration, task, profile, stage })}>{stage}</a> <span class="quiet">{String(stages.stages[stage])}</span></li>)}</ul>;
}

/** For whom there are no stages, said once: of an agent whose model nobody saw being asked, nothing is inferred. */
function Unseen({ rows }: { rows: readonly ForgottenRow[] }): JSX.Element | null {
  const failing = rows.filter(({ stages }) => stages && stages.failures > 0);
  const unseen = failing.filter(({ stages }) => stages?.stages.unknown === stages?.failures);
  if (unseen.length === 0) return null;
  const names = [...new Set(unseen.map(({ configuration }) => configuration))].sort();
  return (
    <p class="quiet">
      At which stage memory failed (not delivered, not read, read and not used, …) is told from what a model was asked. Nobody saw that of {unseen.length === failing.length ? 'anything that failed here' : names.join(', ')}: a control agent asks no model, and others may ask theirs where nobody can look on.
    </p>
  );
}

function delivered(files: StageRow['files'], path: string): string {
  const file = files.find((one) => one.path === path);
  if (!file) return '';
  return `${file.least === file.most ? String(file.most) : `${String(file.least)}–${String(file.most)}`} of ${String(file.bytes)} bytes`;
}
