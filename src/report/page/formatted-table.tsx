import type { JSX } from 'preact';
import { Table } from './parts.js';
import { Text } from './text.js';

/** A table that the summary has as Markdown, with the same cells: figures are put into words in one place. The first cell of a row names it. */
export function FormattedTable({ label, markdown }: { label: string; markdown: string }): JSX.Element {
  const [head = [], , ...rows] = markdown.split('\n').filter((line) => line.startsWith('|')).map(cellsOf);
  return (
    <Table label={label} head={head}>
      {rows.map(([first = '', ...rest]) => <tr><th scope="row"><Text>{first}</Text></th>{rest.map((cell) => <td><Text>{cell}</Text></td>)}</tr>)}
    </Table>
  );
}

/** `| a | b |`: a bar that belongs to a cell has a backslash before it. */
const cellsOf = (line: string): string[] => line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
