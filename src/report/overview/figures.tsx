import type { JSX } from 'preact';
import { formatBatteryFigures } from '../../campaign/battery-figures-text.js';
import { formatContrasts } from '../../campaign/contrasts/text.js';
import { formatInvalid } from '../../campaign/invalid-rows-text.js';
import type { Summary } from '../../campaign/summary.js';
import { formatTables } from '../../scoring/index.js';
import { FormattedTable } from '../page/formatted-table.js';

/** The tables of the summary in which a reader looks figures up, rather than who forgot what: folded until they are asked for. */
export function Figures({ summary: { battery, contrasts, invalid_rows, tables } }: { summary: Summary }): JSX.Element {
  const all: [string, string][] = [
    ...(battery.length > 0 ? [['Over the battery', formatBatteryFigures(battery)] satisfies [string, string]] : []),
    ...(contrasts.length > 0 ? [['Planned contrasts', formatContrasts(contrasts)] satisfies [string, string]] : []),
    ...(formatInvalid(invalid_rows) !== '' ? [['What invalid attempts could change', formatInvalid(invalid_rows)] satisfies [string, string]] : []),
    ...tables.map((table): [string, string] => [table.kind === 'revision' ? 'Means, revision' : 'Means', formatTables([table])]),
  ];
  return (
    <section id="figures" aria-labelledby="figures-title">
      <h2 id="figures-title">Figures</h2>
      {all.map(([label, markdown]) => <details><summary>{label}</summary><FormattedTable label={label} markdown={markdown} /></details>)}
    </section>
  );
}
