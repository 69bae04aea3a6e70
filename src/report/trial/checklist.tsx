import type { JSX } from 'preact';
import { adjudicationLines } from '../../campaign/adjudication-text.js';
import { expectationOf } from '../../campaign/checklist-text.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import type { ChecklistScore } from '../../scoring/index.js';
import { Table, Tag } from '../page/parts.js';
import { Text } from '../page/text.js';

/** The checks of a task: what each found, what was expected, and where that stands in the material. */
export const Checklist = ({ score: { points, checks }, shown: { task, adjudication } }: { score: ChecklistScore; shown: Pick<ShownTrial, 'task' | 'adjudication'> }): JSX.Element => (
  <>
    <p><Tag tone={points === 0 ? 'good' : 'bad'}>{String(points)} failure {points === 1 ? 'point' : 'points'}</Tag> those of the worst check.</p>
    <Table label="Checklist" head={['Check', 'Kind', 'Outcome', 'Points', 'Expected, and where it stands']} wide>
      {checks.map(({ id, kind, outcome, points: cost }) => (
        <tr>
          <th scope="row">{id}</th><td>{kind}</td>
          <td><Tag tone={outcome === 'right' ? 'good' : outcome === 'ambiguous' ? 'warn' : 'bad'}>{outcome}</Tag></td>
          <td class="number">{String(cost)}</td>
          <td>{expectationOf(task, id).map((line) => <div><Text>{line}</Text></div>)}</td>
        </tr>
      ))}
    </Table>
    {adjudication && <><h3>Adjudication</h3><ul class="notes">{adjudicationLines(adjudication).map((line) => <li class={adjudication.open ? 'loud' : undefined}><Text>{line}</Text></li>)}</ul></>}
  </>
);
