import type { Calibration } from './calibration.js';

/** A calibration as Markdown: the table, which category does not separate, and each example that is not as its key says. */
export function formatCalibration({ examples, table, inseparable, variants, controls, as_predicted, invalid }: Calibration): string {
  const head = ['| Category | Example shows | Examples | As predicted | 0 points | 1 | 2 | 3 |', '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |'];
  const body = table.map(({ category, shows, examples: count, as_predicted: right, got }) => `| ${[category, shows, count, right, ...got.map((each) => (each === 0 ? '' : each))].join(' | ')} |`);
  const tasks = new Set(examples.map(({ task }) => task)).size;
  const faults = examples.flatMap(({ trial, why }) => why.map((line) => `- ${trial}: ${line}`));
  const apart = Object.entries(inseparable).map(([category, why]) => `- ${category}: ${why}`);
  const variantLines = Object.entries(variants).map(([key, why]) => `- ${key}: ${why}`);
  const badControls = controls.flatMap(({ why }) => (why === undefined ? [] : [`- ${why}`]));
  const wrong = examples.filter(({ why }) => why.length > 0).length;
  const read = controls.length === 0 ? [] : ['', '| Reading control | Scenario | Profile | As built |', '| --- | --- | --- | ---: |', ...controls.map(({ agent, task, profile, runs, as_built }) => `| ${[agent, task, profile, `${String(as_built)}/${String(runs)}`].join(' | ')} |`)];
  const verdict = as_predicted
    ? `All ${String(examples.length)} examples of ${String(tasks)} ${tasks === 1 ? 'task' : 'tasks'} got what their keys say; right answers and others are apart in every category.`
    : `${String(wrong)} of ${String(examples.length)} examples did not get what their keys say.`;
  return [...head, ...body, ...read, '', verdict, ...(invalid > 0 ? [`Invalid attempts, made again: ${String(invalid)}.`] : []), ...(faults.length > 0 ? ['', 'Not as predicted:', ...faults] : []), ...(apart.length > 0 ? ['', 'Not told apart:', ...apart] : []), ...(variantLines.length > 0 ? ['', 'Ceiling and floor:', ...variantLines] : []), ...(badControls.length > 0 ? ['', 'Controls not as built:', ...badControls] : [])].join('\n').concat('\n');
}
