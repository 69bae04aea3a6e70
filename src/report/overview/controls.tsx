import type { JSX } from 'preact';
import type { ControlRow } from '../../campaign/controls.js';
import { Table, Tag } from '../page/parts.js';
import { Text } from '../page/text.js';

/** Control agents, whose scores are known before: whether harness and scorer do what they say. */
export const Controls = ({ rows }: { rows: readonly ControlRow[] }): JSX.Element => (
  <section id="controls" aria-labelledby="controls-title">
    <h2 id="controls-title">Controls</h2>
    <Table label="Controls" head={['Configuration', 'Control', 'Task', 'Profile', 'As built', 'Why not']}>
      {rows.map(({ configuration, agent, task, profile, runs, as_built, why }) => (
        <tr>
          <th scope="row">{configuration}</th><td>{agent}</td><td>{task}</td><td>{profile}</td>
          <td class="number"><Tag tone={as_built === runs ? 'good' : 'bad'}>{String(as_built)}/{String(runs)}</Tag></td>
          <td>{why === undefined ? '' : <Text>{why}</Text>}</td>
        </tr>
      ))}
    </Table>
  </section>
);
