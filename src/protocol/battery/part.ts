import { wholeSelection, type BatterySelection } from './selection.js';

/** Which battery a campaign runs, and how much of it. */
export interface BatteryPart {
  /** As the manifest names it. */
  name: string;
  /** Such as `4 tasks`; null where all of it is run. */
  part: string | null;
  /** Picked by the manifest; null where it picks none. */
  tasks: readonly string[] | null;
}

/** What a manifest runs of its battery: a table of a part must never be read as one of the whole. Null where there is no battery. */
export function batteryPart(selection: BatterySelection | undefined): BatteryPart | null {
  if (selection === undefined) return null;
  const { use, tasks, categories } = wholeSelection(selection);
  const part = [
    ...(tasks ? [`${String(tasks.length)} ${tasks.length === 1 ? 'task' : 'tasks'}`] : []),
    ...(categories ? [`the ${categories.length === 1 ? 'category' : 'categories'} ${categories.join(', ')}`] : []),
  ];
  return { name: use, part: part.length === 0 ? null : part.join(' of '), tasks: tasks ?? null };
}

/** In a title or a sentence: `part of the battery core-v1 (4 tasks)`; null where nothing is left out. */
export const partInWords = (of: BatteryPart | null): string | null => (of === null || of.part === null ? null : `part of the battery ${of.name} (${of.part})`);
