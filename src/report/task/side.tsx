import type { JSX } from 'preact';
import type { Given } from '../model/given.js';
import { trialPage } from '../page/addresses.js';
import { Runs, shortOutcome, Table, Tag, toneOf } from '../page/parts.js';
import { Text } from '../page/text.js';
import { isOdd, type Point } from './agreement.js';
import type { ComparedRuns } from './compared-runs.js';

const ROOT = '../';

/** A configuration whose runs differ: a column for each run, a row for each question in which they do, what stands out marked; the rest is folded. */
export function Differing({ side: { configuration, rows, others, points, odd }, fold }: { side: ComparedRuns; fold: string }): JSX.Element {
  const same = points.filter(({ agrees }) => agrees);
  const stages = rows.map((row) => row.stages.join(', '));
  return (
    <div id={fold}>
      <h3>{configuration} <Tag tone="warn">runs differ</Tag> <span class="quiet">{standsOut(odd.map(({ run }) => run), rows.length)}</span></h3>
      <Table label={`${configuration}, run by run`} head={['', ...rows.map((row) => <a href={ROOT + trialPage(row.trial)}>run {String(row.run)}</a>)]}>
        <tr><th scope="row">Outcome</th>{rows.map((row) => <td class={odd.includes(row) ? 'odd' : undefined}><Tag tone={toneOf(row)}>{shortOutcome(row)}</Tag></td>)}</tr>
        {stages.some((stage) => stage !== '') && <tr><th scope="row">Stages</th>{stages.map((stage) => <td>{stage}</td>)}</tr>}
        {points.filter(({ agrees }) => !agrees).map((point) => (
          <tr class="differs"><th scope="row">{point.id}</th>{point.cells.map((cell) => <td class={isOdd(cell, point) ? 'odd' : undefined}><Cell of={cell} /></td>)}</tr>
        ))}
      </Table>
      {same.length > 0 && (
        <details data-fold={`${fold}.same`}>
          <summary>{String(same.length)} of {String(points.length)} more on which all {String(rows.length)} runs agree</summary>
          <Shared points={same} label={`${configuration}, what all runs gave`} />
        </details>
      )}
      <Others rows={others} />
    </div>
  );
}

/** A configuration whose runs all came out the same: one line, the answers folded in it. */
export function Agreeing({ side: { configuration, rows, others, points }, fold }: { side: ComparedRuns; fold: string }): JSX.Element {
  const [row] = rows;
  if (!row) return <p id={fold}><b>{configuration}</b> <span class="quiet">no run counts</span> <Runs rows={others} root={ROOT} /></p>;
  const wrong = points.filter(({ common }) => common?.right === false).map(({ id }) => id);
  return (
    <details id={fold} class="agreed" data-fold={fold}>
      <summary>
        <b>{configuration}</b> <Tag tone={toneOf(row)}>{shortOutcome(row)}</Tag> {rows.length === 1 ? 'one run counts' : `all ${String(rows.length)} runs agree`}
        {wrong.length > 0 && <span class="quiet">; {wrong.length === points.length ? 'all wrong' : `wrong: ${wrong.join(', ')}`}</span>}
      </summary>
      <p>Runs: <Runs rows={rows} root={ROOT} />{row.stages.length > 0 && <span class="quiet"> {row.stages.join(', ')}</span>}</p>
      {points.length === 0 ? <p class="quiet">The answers could not be read.</p> : <Shared points={points} label={`${configuration}, what all runs gave`} />}
      <Others rows={others} />
    </details>
  );
}

/** Questions with the one thing that all runs gave. */
export const Shared = ({ points, label }: { points: readonly Point[]; label: string }): JSX.Element => (
  <Table label={label} head={['', 'All runs']}>
    {points.map(({ id, common }) => <tr><th scope="row">{id}</th><td><Cell of={common} /></td></tr>)}
  </Table>
);

const Others = ({ rows }: { rows: ComparedRuns['others'] }): JSX.Element | null =>
  rows.length === 0 ? null : <p class="quiet">Not counted: {rows.map(({ run, state }) => `run ${String(run)} ${state}`).join(', ')}</p>;

const Cell = ({ of }: { of: Given | undefined }): JSX.Element =>
  of ? <><Tag tone={of.right ? 'good' : 'bad'}>{of.right ? 'right' : 'wrong'}</Tag> <Text>{of.text}</Text></> : <span class="quiet">no answer</span>;

/** Which runs to look at first. */
function standsOut(odd: readonly number[], of: number): string {
  if (odd.length === 0) return '';
  return `${odd.length === 1 ? `run ${String(odd[0])} differs` : `runs ${odd.join(', ')} differ`} from the other ${of - odd.length === 1 ? 'one' : String(of - odd.length)}`;
}
