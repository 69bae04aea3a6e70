import type { JSX } from 'preact';
import type { TrialRow } from '../model/trial-rows.js';
import { trialPage } from '../page/addresses.js';
import { seconds, Table, Tag, toneOf } from '../page/parts.js';
import { Choice, Filters } from '../page/filters.js';
import { Text } from '../page/text.js';

/** Every trial, with a search and filters; each state of them is an address. */
export function Trials({ rows }: { rows: readonly TrialRow[] }): JSX.Element {
  const values = (of: (row: TrialRow) => readonly string[]): string[] => [...new Set(rows.flatMap(of))].sort();
  return (
    <section id="trials" aria-labelledby="trials-title">
      <h2 id="trials-title">Trials</h2>
      <Filters list="trials">
        <label>Search <input type="search" name="q" autocomplete="off" /></label>
        <Choice name="outcome" label="Outcome" values={values((row) => outcomeWords(row))} />
        <Choice name="state" label="State" values={values(({ state }) => [state])} />
        <Choice name="configuration" label="Configuration" values={values(({ configuration }) => [configuration])} />
        <Choice name="task" label="Task" values={values(({ task }) => [task])} />
        <Choice name="profile" label="Profile" values={values(({ profile }) => [profile])} />
        <Choice name="category" label="Category" values={values(({ category }) => (category === null ? [] : [category]))} />
        <Choice name="stage" label="Stage" values={values(({ stages }) => stages)} />
        <label class="check"><input type="checkbox" name="invalid" value="yes" /> with invalid attempts</label>
      </Filters>
      <div data-list="trials" class="lazy">
        <Table label="Trials" head={['Trial', 'State', 'Outcome', 'Stages', 'Attempts', 'Time']} wide>
          {rows.map((row) => <Row row={row} />)}
        </Table>
      </div>
    </section>
  );
}

const outcomeWords = ({ outcome }: TrialRow): string[] => (outcome ? [outcome.passed ? 'passed' : 'failed'] : []);

function Row({ row }: { row: TrialRow }): JSX.Element {
  const { trial, state, verdict, stages, attempts, invalid, duration_ms, configuration, task, profile, category } = row;
  return (
    <tr data-item data-outcome={outcomeWords(row).join(' ')} data-state={state} data-configuration={configuration} data-task={task} data-profile={profile} data-category={category ?? ''} data-stage={stages.join(' ')} data-invalid={invalid > 0 ? 'yes' : ''}>
      <th scope="row">{attempts === 0 ? trial : <a href={trialPage(trial)}>{trial}</a>}</th>
      <td>{state === 'valid' || state === 'pending' ? state : <Tag tone={state === 'running' ? 'info' : 'warn'}>{state}</Tag>}</td>
      <td>{row.outcome && <><Tag tone={toneOf(row)}>{row.outcome.passed ? 'passed' : 'failed'}</Tag>{' '}</>}<Text>{verdict}</Text></td>
      <td>{stages.join(', ')}</td>
      <td class="number">{String(attempts)}{invalid > 0 ? `, ${String(invalid)} invalid` : ''}</td>
      <td class="number">{duration_ms === null ? '' : seconds(duration_ms)}</td>
    </tr>
  );
}
