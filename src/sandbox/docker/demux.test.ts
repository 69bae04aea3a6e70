import fc from 'fast-check';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { demux } from './demux.js';

function frame(kind: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header[0] = kind;
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

test('frames come apart wherever the connection cuts them', async () => {
  const frames = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 50 })), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(frames, fc.integer({ min: 1, max: 20 }), async (sent, cut) => {
      const wire = Buffer.concat(sent.map(([kind, payload]) => frame(kind, payload)));
      const chunks = Array.from({ length: Math.ceil(wire.length / cut) }, (_, at) => wire.subarray(at * cut, (at + 1) * cut));
      const { stdout, stderr, done } = demux(Readable.from(chunks));
      const [out, err] = await Promise.all([buffer(stdout), buffer(stderr), done]);
      const of = (kind: number): Buffer => Buffer.concat(sent.filter(([one]) => one === kind).map(([, payload]) => payload));
      expect(out.equals(of(1)) && err.equals(of(2))).toBe(true);
    }),
  );
});

test('a connection that ends inside a frame is an error, and both streams end', async () => {
  const { stdout, stderr, done } = demux(Readable.from([frame(1, Buffer.from('whole')), frame(1, Buffer.from('half')).subarray(0, 10)]));
  expect((await buffer(stdout)).toString()).toBe('wholeha');
  await buffer(stderr);
  await expect(done).rejects.toThrow('cut off');
});

test('a reader who is away holds the connection back, until the process is over', async () => {
  let taken = 0;
  const source = Readable.from(
    (function* () {
      for (; taken < 200; taken += 1) yield frame(1, Buffer.alloc(16 * 1024));
    })(),
  );
  const { stdout, stderr, done, release } = demux(source);
  stderr.resume();
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (stdout.writableNeedDrain) resolve();
      else setImmediate(look);
    };
    look();
  });
  expect(taken).toBeLessThan(50);
  release();
  await done;
  expect((await buffer(stdout)).length).toBe(200 * 16 * 1024);
});
