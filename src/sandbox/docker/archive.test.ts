import { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { listArchive } from './archive.js';

test.each([['a file', 2 ** 43], ['the last of many files', 2 ** 36 - 1]])('%s that would take a day to pass over ends the look, and its stream', async (_, size) => {
  const tar = pack();
  tar.entry({ name: 'dev/one', type: 'file' }, 'some');
  tar.entry({ name: 'dev/endless', type: 'file', size });
  const source = Readable.from(tar) as Readable;
  await expect(listArchive(() => Promise.resolve(source), '/home/dev')).rejects.toMatchObject({ code: 'CLEANSLATE_FILES_TOO_LARGE', where: '/home/dev/endless', exitCode: 3 });
  expect(source.destroyed).toBe(true);
});
