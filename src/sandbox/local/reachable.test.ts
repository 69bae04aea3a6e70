import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dirSync } from 'tmp';
import { expect, onTestFinished, test } from 'vitest';
import { reachable } from './reachable.js';

const user = { uid: 12_345, gid: 12_345, dropped: true };

test('a program of the system is used where it is; one in a closed home is copied, once', () => {
  const { name, removeCallback } = dirSync({ unsafeCleanup: true });
  onTestFinished(removeCallback);
  const home = join(name, 'home/.nvm');
  mkdirSync(home, { recursive: true });
  copyFileSync('/usr/bin/true', join(home, 'node'));
  chmodSync(join(name, 'home'), 0o700);
  expect(reachable('/usr/bin/true', name, user)).toBe('/usr/bin/true');
  const copy = reachable(join(home, 'node'), join(name, 'programs'), user);
  expect(copy).toBe(join(name, 'programs/node'));
  expect(statSync(copy).mode & 0o777).toBe(0o755);
  expect(reachable(join(home, 'node'), join(name, 'programs'), user)).toBe(copy);
  expect(readdirSync(dirname(copy))).toEqual(['node']);
});
