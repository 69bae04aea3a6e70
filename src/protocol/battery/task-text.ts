import { z } from 'zod';
import type { Task } from './task.js';

/** A task with everything chosen, and its key, as the text that a campaign keeps: it is asked and scored from that, never from today's files. Keys keep their order: an example's answer is written in it. */
export const taskText = (task: Task): string =>
  `${JSON.stringify({ ...task, sessions: task.sessions.map(({ files, turns }) => ({ files: [...files], turns })) })}\n`;

/** Only the shape that must be restored is looked at: the text is the harness's own, and its digest was checked. */
const stored = z.looseObject({
  sessions: z.array(z.object({ files: z.array(z.tuple([z.string(), z.string().nullable()])), turns: z.array(z.string()) })),
});

/** The task that was kept so. */
export function parseTask(text: string): Task {
  const { sessions, ...task } = stored.parse(JSON.parse(text));
  return { ...(task as unknown as Omit<Task, 'sessions'>), sessions: sessions.map(({ files, turns }) => ({ files: new Map(files), turns })) };
}
