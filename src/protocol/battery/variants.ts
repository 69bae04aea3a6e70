import { filesBefore, probeOf, type Task, type TaskSession } from './task.js';

export const VARIANTS = ['full', 'ceiling', 'floor'] as const;
export type Variant = (typeof VARIANTS)[number];

/**
 * The sessions of a task as it is, or of the two that calibrate it. `ceiling`: one turn, with everything that was said and the files that
 * the key's facts stand in before the probe, so that nothing has to be remembered. `floor`: the probe alone, in the same workspace without those files.
 */
export function variantOf(task: Task, variant: Variant): readonly TaskSession[] {
  if (variant === 'full') return task.sessions;
  const files = filesBefore(task.sessions, task.sessions.length);
  const telling = new Set(Object.values(task.facts).flatMap(({ stands }) => (typeof stands === 'object' && 'file' in stands ? [stands.file] : [])));
  if (variant === 'ceiling') return [{ files, turns: [`${transcript(task, telling)}\n\n---\n\n${probeOf(task)}`] }];
  return [{ files: new Map([...files].filter(([path]) => !telling.has(path))), turns: [probeOf(task)] }];
}

/** A task as a profile of a campaign asks it: the same checks and key, on the sessions of the variant. Any other profile is the task itself. */
export function asVariant(task: Task, profile: string): Task {
  const variant = VARIANTS.find((name) => name === profile) ?? 'full';
  return variant === 'full' ? task : { ...task, sessions: variantOf(task, variant) };
}

function transcript(task: Task, telling: ReadonlySet<string>): string {
  const { sessions } = task;
  return ['What was said and written so far, for reference:', ...sessions.flatMap(({ files, turns }, index) => {
    const isLast = index + 1 === sessions.length;
    const written = [...files].filter(([path, text]) => text !== null && telling.has(path)).map(([path, text]) => `File ${path}:\n\n${(text ?? '').trimEnd()}`);
    return [`Conversation ${String(index + 1)}`, ...written, ...(isLast ? turns.slice(0, -1) : turns)];
  })].join('\n\n');
}
