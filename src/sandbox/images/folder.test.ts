import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { readImageFolder } from './folder.js';

afterEach(() => void vi.unstubAllEnvs());

function images(): string {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'theirs'));
  writeFileSync(join(folder, 'theirs', 'Dockerfile'), 'ARG PARENT=base\nFROM ${PARENT}\nARG PROVIDED=SOME_PROGRAM\nCOPY provided /opt\n');
  return folder;
}

test('files that the user brings are part of what an image is made from', () => {
  const folder = images();
  vi.stubEnv('SOME_PROGRAM', '');
  const without = readImageFolder('theirs', folder);
  expect(without.provided).toEqual({ variable: 'SOME_PROGRAM', directory: undefined });

  const program = temporaryDirectory();
  writeFileSync(join(program, 'tool'), 'one');
  vi.stubEnv('SOME_PROGRAM', program);
  const first = readImageFolder('theirs', folder);
  expect(first.provided?.directory).toBe(program);
  writeFileSync(join(program, 'tool'), 'two');
  const second = readImageFolder('theirs', folder);
  expect(new Set([without.content, first.content, second.content]).size).toBe(3);
});

test('a place where they are not is the user’s mistake', () => {
  vi.stubEnv('SOME_PROGRAM', '/nowhere/at/all');
  expect(() => readImageFolder('theirs', images())).toThrow('/nowhere/at/all is not a directory, so image theirs cannot be made');
});
