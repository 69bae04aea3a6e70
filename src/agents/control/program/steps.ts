import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Events } from './events.js';
import { readText, removeFile, writeText } from './files.js';

/** What to do, in this order. */
interface Steps {
  reads: string[];
  commands: string[];
  /** Path → text; null: not to be there. */
  files: Record<string, string | null>;
  answer: string;
}

/** A command that takes longer has gone astray, ms. */
const LONGEST = 10_000;

/** Does what it is told below `root`, and answers. @throws SyntaxError where the steps are no JSON */
export function carryOut(json: string, root: string, events: Events): void {
  const { reads, commands, files, answer } = JSON.parse(json) as Steps;
  for (const path of reads) readText(root, path, events);
  for (const command of commands) run(command, root, events);
  for (const [path, text] of Object.entries(files)) {
    if (text !== null) writeText(root, path, text, events);
    else if (existsSync(join(root, path))) removeFile(root, path, events);
  }
  events.final(answer);
}

/**
 * Starts a command in a shell that finds no programs: what is asked for is really tried, and a push or a download cannot happen even where
 * nothing separates us from the machine.
 */
function run(command: string, root: string, events: Events): void {
  events.call(
    'run',
    { command },
    () => spawnSync('/bin/sh', ['-c', command], { cwd: root, env: { PATH: '/nonexistent' }, timeout: LONGEST, encoding: 'utf8' }),
    ({ status, stdout, stderr }) => ({ result: { exit_code: status, stdout, stderr } }),
  );
}
