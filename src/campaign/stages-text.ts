import { STAGES } from '../trial/delivery/file.js';
import type { DeliveredBytes, StageRow } from './stages.js';

/** What reached models and where memory failed, as Markdown; empty where no wire was seen: then nothing is known of it. */
export function formatStages(rows: readonly StageRow[]): string {
  const seen = rows.filter(({ files, failures, stages }) => files.length > 0 || failures > stages.unknown);
  if (seen.length === 0) return '';
  const columns = ['Configuration', 'Task', 'Profile', 'Trials', 'Failures', ...STAGES, 'AGENTS.md', 'HANDOFF.md'];
  const body = seen.map(({ configuration, task, profile, trials, failures, stages, files }) =>
    [configuration, task, profile, String(trials), String(failures), ...STAGES.map((stage) => String(stages[stage])), bytes(files, 'AGENTS.md'), bytes(files, 'HANDOFF.md')]);
  return [columns, columns.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Bytes that reached the model of how many there are; the least and the most where trials differ. */
function bytes(files: readonly DeliveredBytes[], path: string): string {
  const file = files.find((one) => one.path === path);
  if (!file) return '';
  return `${file.least === file.most ? String(file.most) : `${String(file.least)}–${String(file.most)}`} of ${String(file.bytes)}`;
}
