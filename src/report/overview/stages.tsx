import type { JSX } from 'preact';
import type { StageRow } from '../../campaign/stages.js';
import { STAGES } from '../../trial/delivery/file.js';
import { filtered } from '../page/addresses.js';
import { Table } from '../page/parts.js';

/** Where memory failed, and how much of the instructions and the handoff note reached the model. */
export function Stages({ rows }: { rows: readonly StageRow[] }): JSX.Element {
  const failing = rows.filter(({ failures, files }) => failures > 0 || files.length > 0);
  return (
    <section id="stages" aria-labelledby="stages-title">
      <h2 id="stages-title">Where memory failed</h2>
      {failing.length === 0 ? <p class="quiet">Nothing failed, or nothing is known of it yet.</p> : (
        <Table label="Stages of failures" head={['Configuration', 'Task', 'Profile', 'Failures', ...STAGES, 'AGENTS.md', 'HANDOFF.md']}>
          {failing.map(({ configuration, task, profile, failures, stages, files }) => (
            <tr>
              <th scope="row">{configuration}</th><td>{task}</td><td>{profile}</td><td class="number">{String(failures)}</td>
              {STAGES.map((stage) => <td class="number">{stages[stage] === 0 ? <span class="quiet">0</span> : <a href={filtered({ configuration, task, profile, stage })}>{String(stages[stage])}</a>}</td>)}
              {['AGENTS.md', 'HANDOFF.md'].map((path) => <td>{delivered(files, path)}</td>)}
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function delivered(files: StageRow['files'], path: string): string {
  const file = files.find((one) => one.path === path);
  if (!file) return '';
  return `${file.least === file.most ? String(file.most) : `${String(file.least)}–${String(file.most)}`} of ${String(file.bytes)} bytes`;
}
