import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { closeAll, openChannels } from './channels.js';

/** Longer than a channel waits for more; nothing of this process runs meanwhile. */
const beBusy = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);

test('what a program wrote last is read, however long this process was busy when it ended', async () => {
  const [out, err] = await openChannels(temporaryDirectory());
  const read = Promise.all([text(out.readable), text(err.readable)]);
  // What the program left behind still holds both: they do not end by themselves.
  await new Promise(setImmediate);
  out.release();
  err.release();
  writeSync(out.writer, 'its last words');
  beBusy();
  expect(await read).toEqual(['its last words', '']);
  closeAll([out.writer, err.writer]);
});
