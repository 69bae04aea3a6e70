import type { Calibration } from './calibration.js';

/** A calibration as Markdown: the table, which category does not separate, and each example that is not as its key says. */
export function formatCalibration({ examples, table, inseparable, as_predicted, invalid }: Calibration): string {
  const head = ['| Category | Example shows | Examples | As predicted | 0 points | 1 | 2 | 3 |', '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |'];
  const body = table.map(({ category, shows, examples: count, as_predicted: right, got }) => `| ${[category, shows, count, right, ...got.map((each) => (each === 0 ? '' : each))].join(' | ')} |`);
  const tasks = new Set(examples.map(({ task }) => task)).size;
  const faults = examples.flatMap(({ trial, why }) => why.map((line) => `- ${trial}: ${line}`));
  const apart = Object.entries(inseparable).map(([category, why]) => `- ${category}: ${why}`);
  const verdict = as_predicted
    ? `All ${String(examples.length)} examples of ${String(tasks)} ${tasks === 1 ? 'task' : 'tasks'} got what their keys say; right answers and others are apart in every category.`
    : `${String(examples.filter(({ why }) => why.length > 0).length)} of ${String(examples.length)} examples did not get what their keys say.`;
  return [...head, ...body, '', verdict, ...(invalid > 0 ? [`Invalid attempts, made again: ${String(invalid)}.`] : []), ...(faults.length > 0 ? ['', 'Not as predicted:', ...faults] : []), ...(apart.length > 0 ? ['', 'Not told apart:', ...apart] : [])].join('\n').concat('\n');
}
