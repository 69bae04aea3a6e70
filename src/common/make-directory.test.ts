import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { makeDirectory } from './make-directory.js';

test('makes parents, and does not mind what is there', async () => {
  const dir = join(temporaryDirectory(), 'a/b/c');
  await Promise.all([makeDirectory(dir), makeDirectory(dir)]);
  expect(statSync(dir).isDirectory()).toBe(true);
});

test('where nothing can be made it says so, and returns', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  await expect(makeDirectory(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeDirectory('/proc/nothing/here')).rejects.toMatchObject({ code: expect.stringMatching(/ENOENT|EACCES|EPERM/) as string });
});
