import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownedDirectory, removeAbandoned } from './owned-directory.js';
import { formatOwner, thisProcess } from './owner.js';

test('is closed to others, and gone when it is removed, whatever is in it', () => {
  const { path, remove } = ownedDirectory('check');
  onTestFinished(remove);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  mkdirSync(join(path, 'a/b'), { recursive: true });
  remove();
  expect(existsSync(path)).toBe(false);
});

test('of a process that is dead is removed, of one that lives is not', () => {
  const [mine, theirs] = [ownedDirectory('mine'), ownedDirectory('theirs')];
  onTestFinished(() => { mine.remove(); theirs.remove(); });
  const { pid } = spawnSync('true');
  writeFileSync(join(theirs.path, 'owner'), formatOwner({ ...thisProcess(), pid, started: '1' }));
  const unowned = join(tmpdir(), `cleanslate-unowned-${String(process.pid)}`);
  mkdirSync(unowned);
  onTestFinished(() => { spawnSync('rmdir', [unowned]); });
  expect(removeAbandoned()).toContainEqual(expect.stringContaining(`removed ${theirs.path} of dead process`));
  expect([mine.path, theirs.path, unowned].map((path) => existsSync(path))).toEqual([true, false, true]);
});
