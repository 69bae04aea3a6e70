import { shownPath } from './compare.js';
import type { ProbeResult, SeenPath } from './result.js';

const HEADINGS = { first: 'in the first request', read: 'only when a file beside it was read', memory: 'in the first request, with the memory feature on' } as const;

/** A result for people: what reached the model and how, what was written, and every difference on a line of its own. */
export function formatProbe({ agent, version, looks, marks, written, differences }: ProbeResult): string {
  const lines = [`${agent} ${version}: ${String(marks.length)} marked files, ${String(looks)} looks`];
  for (const [reach, heading] of Object.entries(HEADINGS)) lines.push(...section(heading, marks.filter(({ reached }) => reached === reach)));
  lines.push('', `never: ${String(marks.filter(({ reached }) => reached === 'never').length)} marks (--json has them)`);
  lines.push(...section('written', written), '');
  if (differences.length === 0) lines.push('The state table agrees.');
  for (const { at, message } of differences) lines.push(`DIFFERENT \`${at}\`: ${message}`);
  return `${lines.join('\n')}\n`;
}

const section = (heading: string, paths: readonly SeenPath[]): string[] =>
  paths.length === 0 ? [] : ['', `${heading}:`, ...paths.map((one) => `  ${(one.class ?? '?').padEnd(12)} ${shownPath(one.path)}`)];
