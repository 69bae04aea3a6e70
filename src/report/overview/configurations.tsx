import type { JSX } from 'preact';
import { reliabilityCells, type Reliability } from '../../campaign/reliability.js';
import type { Summary } from '../../campaign/summary.js';
import { rowKey } from '../../campaign/trial-id.js';
import type { TrialRow } from '../model/trial-rows.js';
import { taskPage } from '../page/addresses.js';
import { Runs, Table } from '../page/parts.js';

/** Every task with its profiles side by side: of each configuration the runs one by one, and how surely they pass. */
export function Configurations({ summary, rows }: { summary: Summary; rows: readonly TrialRow[] }): JSX.Element {
  const tasks = [...new Set(rows.map(({ task }) => task))];
  const reliable = new Map<string, Reliability & { runs: number }>([
    ...summary.runs.map((row): [string, Reliability & { runs: number }] => [rowKey(row), { ...row, runs: row.grounded.length }]),
    ...summary.point_runs.map((row): [string, Reliability & { runs: number }] => [rowKey(row), { ...row, runs: row.points.length }]),
  ]);
  const slots = new Map<string, TrialRow[]>();
  for (const row of rows) slots.set(rowKey(row), [...(slots.get(rowKey(row)) ?? []), row]);
  return (
    <section id="runs" aria-labelledby="runs-title">
      <h2 id="runs-title">Runs, task by task</h2>
      <p class="quiet">Each number is one run: failure points (0 is right), or grounded answers. “!” is an answer that could not be read, “…” one that runs now, “×” one without a valid attempt so far, “–” one that has not begun. Behind it: how many passed, with Wilson’s 95 % interval of the chance to pass.</p>
      {tasks.map((task) => {
        const own = rows.filter((row) => row.task === task);
        const profiles = [...new Set(own.map(({ profile }) => profile))].sort();
        const configurations = [...new Set(own.map(({ configuration }) => configuration))].sort();
        return (
          <div class="lazy">
            <h3><a href={taskPage(task)}>{task}</a>{own[0]?.category ? <span class="quiet"> {own[0].category}</span> : null}</h3>
            <Table label={`Runs of ${task}`} head={['Configuration', ...profiles]}>
              {configurations.map((configuration) => (
                <tr>
                  <th scope="row">{configuration}</th>
                  {profiles.map((profile) => <Cell rows={slots.get(rowKey({ configuration, task, profile })) ?? []} reliable={reliable.get(rowKey({ configuration, task, profile }))} />)}
                </tr>
              ))}
            </Table>
          </div>
        );
      })}
    </section>
  );
}

function Cell({ rows, reliable }: { rows: readonly TrialRow[]; reliable: (Reliability & { runs: number }) | undefined }): JSX.Element {
  if (rows.length === 0) return <td class="quiet">not asked</td>;
  const invalid = rows.reduce((sum, row) => sum + row.invalid, 0);
  const [passed, interval] = reliable ? reliabilityCells(reliable, reliable.runs) : [];
  return (
    <td>
      <Runs rows={rows.toSorted((a, b) => a.run - b.run)} root="" />
      <div class="quiet">{passed === undefined ? (rows.every(({ state }) => state !== 'pending' && state !== 'running') ? 'none counts' : rows.some(({ state }) => state === 'running') ? 'running' : rows.some(({ verdict }) => verdict.startsWith('waits')) ? 'waits for a person' : 'pending') : `${passed} ${interval ?? ''}`}{invalid > 0 ? `, ${String(invalid)} invalid` : ''}</div>
    </td>
  );
}
