import { stringify } from 'csv-stringify/sync';

/** Fields whose parts are columns of their own, named `<field>.<part>`. */
const UNFOLDED = ['score'];

/**
 * The lines of a results.jsonl as CSV (RFC 4180, with a header, lines ended by CRLF). Lists and objects are JSON text.
 * No cell is taken for a formula by a spreadsheet: an apostrophe comes before what would be one.
 */
export function csvOf(lines: readonly Record<string, unknown>[]): string {
  const rows = lines.map((line) => Object.fromEntries(Object.entries(line).flatMap(([key, value]) => cells(key, value))));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return '';
  return stringify(rows, { header: true, columns, record_delimiter: '\r\n', escape_formulas: true });
}

function cells(key: string, value: unknown): [string, string][] {
  if (UNFOLDED.includes(key) && typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value).map(([part, inner]) => [`${key}.${part}`, cell(inner)]);
  return [[key, cell(value)]];
}

/** Null is an empty cell. */
const cell = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));
