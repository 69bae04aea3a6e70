import type { ToolCall } from './evidence.js';

export const trimmed = (word: string): string => word.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');

/** Two parts as one path, without `.` and with `..` taken back; `.` where nothing is left. */
export function joined(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${directory}/${path}`.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `${directory === '' && path.startsWith('/') ? '/' : ''}${parts.join('/')}` || '.';
}

/** Where a call says that it starts, as it says it; empty where it does not. */
export function workdirOf({ arguments: given }: ToolCall): string {
  if (typeof given !== 'object' || given === null) return '';
  const { workdir, cwd } = given as Record<string, unknown>;
  return typeof workdir === 'string' ? workdir : typeof cwd === 'string' ? cwd : '';
}

/** Where a call says that it starts; an absolute path is taken for the workspace. */
export const startOf = (call: ToolCall): string => (workdirOf(call).startsWith('/') ? '' : workdirOf(call));
