import type { JSX } from 'preact';
import type { PointsCount } from '../../campaign/points-rows.js';
import type { Summary } from '../../campaign/summary.js';
import { CATEGORIES } from '../../protocol/battery/schema.js';
import { filtered } from '../page/addresses.js';
import { Table } from '../page/parts.js';

/** Raw failure points of a battery: configurations and profiles, by category. Each number leads to its trials. */
export const Categories = ({ summary: { points, invalid } }: { summary: Pick<Summary, 'points' | 'invalid'> }): JSX.Element => (
  <section id="categories" aria-labelledby="categories-title">
    <h2 id="categories-title">Failure points by category</h2>
    <p class="quiet">Raw points in scored trials; 0 is right. Nothing is weighted.</p>
    <Table label="Failure points by category" head={['Configuration', 'Profile', ...CATEGORIES, 'Total', 'Ambiguous checks', 'Invalid attempts']}>
      {points.map(({ configuration, profile, categories, total, ambiguous }) => (
        <tr>
          <th scope="row"><a href={filtered({ configuration })}>{configuration}</a></th>
          <td>{profile}</td>
          {CATEGORIES.map((category) => <td class="number"><Counted of={categories[category]} href={filtered({ configuration, category })} /></td>)}
          <td class="number"><Counted of={total} href={filtered({ configuration })} /></td>
          <td class="number">{String(ambiguous)}</td>
          <td class="number">{String(invalid[configuration] ?? 0)}</td>
        </tr>
      ))}
    </Table>
  </section>
);

const Counted = ({ of: { points, trials }, href }: { of: PointsCount; href: string }): JSX.Element =>
  trials === 0 ? <span class="quiet">–</span> : <a href={href}>{String(points)} in {String(trials)}</a>;
