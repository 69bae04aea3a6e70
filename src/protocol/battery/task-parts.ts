import { digestOf } from '../../common/json.js';
import type { Task } from './task.js';

/** Digests of what makes a task, apart, so that a lock can name which of them drifted. */
export interface TaskParts {
  /** Prompts and files, session by session. */
  material: string;
  /** Kinds, where they look and what they cost; with the values that the key gives them. */
  checks: string;
  /** Where each expectation stands, and the examples. */
  key: string;
}

export const taskParts = ({ sessions, checks, facts, examples }: Task): TaskParts => ({
  material: plain(sessions.map(({ files, turns }) => ({ files: [...files], turns }))),
  checks: plain(checks),
  key: plain({ facts, examples }),
});

/** What is not set does not count: JSON has no word for it. */
const plain = (value: unknown): string => digestOf(JSON.parse(JSON.stringify(value)));
