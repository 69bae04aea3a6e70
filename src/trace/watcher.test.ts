import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary.js';
import type { OwnEvent } from './recorder.js';
import { watchChanges, type Watcher } from './watcher.js';

interface Watched {
  dir: string;
  watcher: Watcher;
  events: OwnEvent[];
  /** Resolves with the first event that fits, also one that has come already. */
  seen(fits: (event: OwnEvent) => boolean): Promise<OwnEvent>;
}

function watched(dir = temporaryDirectory(), maxEvents?: number): Watched {
  const events: OwnEvent[] = [];
  const waiting = new Set<() => void>();
  const watcher = watchChanges({
    dir, inside: '/home/projects/app', session: 2,
    emit: (event) => {
      events.push(event);
      for (const look of waiting) look();
    },
    ...(maxEvents !== undefined && { maxEvents }),
  });
  onTestFinished(() => watcher.close());
  const seen = (fits: (event: OwnEvent) => boolean): Promise<OwnEvent> => new Promise((resolve) => {
    const look = (): void => {
      const event = events.find(fits);
      if (event) resolve(event);
    };
    waiting.add(look);
    look();
  });
  return { dir, watcher, events, seen };
}

const named = (name: string, kind: string) => (event: OwnEvent): boolean =>
  event.name === name && (event.arguments as { kind?: string } | undefined)?.kind === kind;

describe('the live timeline', () => {
  it('tells of what happens below a directory, by the names inside', async () => {
    const { dir, watcher, events, seen } = watched();
    await writeFile(join(dir, 'before'), 'not news');
    await watcher.ready;
    await mkdir(join(dir, 'state'));
    await seen(named('/home/projects/app/state', 'created'));
    await writeFile(join(dir, 'state', 'notes.md'), 'x');
    expect(await seen(named('/home/projects/app/state/notes.md', 'created'))).toMatchObject({ type: 'file.change', source: 'files', session: 2 });
    await writeFile(join(dir, 'state', 'notes.md'), 'longer');
    await seen(named('/home/projects/app/state/notes.md', 'modified'));
    await rm(join(dir, 'state', 'notes.md'));
    await seen(named('/home/projects/app/state/notes.md', 'deleted'));
    expect(events.every(({ type }) => type === 'file.change')).toBe(true);
  });

  it('survives that the directory vanishes, and is silent once closed', async () => {
    const { dir, watcher, events, seen } = watched();
    await watcher.ready;
    await writeFile(join(dir, 'a'), 'x');
    await seen(named('/home/projects/app/a', 'created'));
    await rm(dir, { recursive: true });
    await seen(named('/home/projects/app/a', 'deleted'));
    await watcher.close();
    const count = events.length;
    await mkdir(dir);
    await writeFile(join(dir, 'b'), 'x');
    await watcher.close();
    expect(events).toHaveLength(count);
  });

  it('of a directory that is not there is ready and empty', async () => {
    const { watcher, events } = watched('/does/not/exist');
    await watcher.ready;
    await watcher.close();
    expect(events).toEqual([]);
  });

  it('can be closed before it is ready', async () => {
    const { watcher } = watched();
    await watcher.close();
    await watcher.ready;
  });

  it('of a flood ends with one event that says so', async () => {
    const { dir, watcher, events, seen } = watched(undefined, 5);
    await watcher.ready;
    await Promise.all(Array.from({ length: 50 }, (_, n) => writeFile(join(dir, String(n)), '')));
    expect(await seen(({ type }) => type === 'error')).toMatchObject({ truncated: true, result: 'more than 5 changes; the rest is not shown' });
    await watcher.close();
    expect(events).toHaveLength(6);
  });
});
