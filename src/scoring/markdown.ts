import type { SummaryTable } from './summarize.js';

/** Tables as Markdown, one after another, ending in a newline. Names cannot break a table: `|` is escaped, line breaks become spaces. */
export const formatTables = (tables: readonly SummaryTable[]): string => tables.map(formatTable).join('\n');

function formatTable({ columns, rows }: SummaryTable): string {
  const lines = rows.map(({ group, trials, format_failures, figures }) => {
    const cells: Record<string, string> = { ...group, ...figures, Trials: String(trials), 'Format failures': String(format_failures) };
    return columns.map((column) => cell(cells[column] ?? ''));
  });
  const names = Object.keys(rows[0]?.group ?? {});
  const rule = columns.map((column) => (names.includes(column) ? '---' : '---:'));
  return [columns, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
