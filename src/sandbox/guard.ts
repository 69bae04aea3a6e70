import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { formatOwner, type Owner } from '../common/owner.js';

/**
 * What a guard does when the harness has died, in the words of its protocol: call `reapAfter(owner, argument)` of a module.
 * `argument` crosses a pipe as JSON.
 */
export interface Protection {
  id: number;
  module: string;
  argument: unknown;
}

/** One line of the protocol. */
export type GuardMessage = { protect: Protection } | { release: number };

interface Guard {
  child: ChildProcess;
  pipe: Socket;
  protections: Set<number>;
}

let guard: Guard | undefined;
let lastId = 0;

/**
 * Should this process die, even by `kill -9`, the exported function `reapAfter(owner, argument)` of `module` is run by another one, within a
 * second or two: a small process in a session of its own, one for all callers, that sees its pipe from us close. It never acts while `owner` lives.
 *
 * `module` is compiled code (`new URL('./x.js', import.meta.url)`; from a source file its counterpart in `dist/` is taken, and without
 * one there is no guard: what a dead harness left is then removed by the next one's `reap`).
 * The result ends the protection; with the last one the guard goes, silently.
 */
export function protect(owner: Owner, module: URL, argument: unknown): () => void {
  const main = compiled(new URL('./guard-main.js', import.meta.url));
  const code = compiled(module);
  if (main === undefined || code === undefined) return () => undefined;
  const current = (guard ??= startGuard(main, owner));
  const id = ++lastId;
  current.protections.add(id);
  send(current, { protect: { id, module: pathToFileURL(code).href, argument } });
  return () => {
    if (!current.protections.delete(id)) return;
    send(current, { release: id });
    if (current.protections.size > 0) return;
    current.pipe.end();
    if (guard === current) guard = undefined;
  };
}

function startGuard(main: string, owner: Owner): Guard {
  const child = spawn(process.execPath, [main, formatOwner(owner)], {
    detached: true, // a signal to our process group (Ctrl-C) is not for it
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: {},
  });
  const pipe = child.stdin as unknown as Socket;
  // Without a guard we are as safe as before: the next harness cleans up.
  child.on('error', () => undefined).unref();
  pipe.on('error', () => undefined).unref();
  return { child, pipe, protections: new Set() };
}

const send = ({ pipe }: Guard, message: GuardMessage): void => {
  pipe.write(`${JSON.stringify(message)}\n`);
};

/** The compiled file of a module: itself, or in a checkout run from source what the build made of it. */
function compiled(url: URL): string | undefined {
  const path = fileURLToPath(url);
  if (existsSync(path)) return path;
  const built = path.replace(/\/src\/(?=sandbox\/)/, '/dist/');
  return existsSync(built) ? built : undefined;
}
