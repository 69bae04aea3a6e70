import { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { listArchive } from './archive.js';

test('a file that would take a day to pass over ends the look, and its stream', async () => {
  const tar = pack();
  tar.entry({ name: 'dev/endless', type: 'file', size: 2 ** 43 });
  const source = Readable.from(tar) as Readable;
  await expect(listArchive(() => Promise.resolve(source), '/home/dev')).rejects.toMatchObject({ code: 'CLEANSLATE_FILE_TOO_LARGE', where: '/home/dev/endless', exitCode: 3 });
  expect(source.destroyed).toBe(true);
});
