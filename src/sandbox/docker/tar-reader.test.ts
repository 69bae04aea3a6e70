import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { dirSync } from 'tmp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Member, readArchive } from './tar-reader.js';

let base: { name: string; removeCallback: () => void };
beforeEach(() => {
  base = dirSync({ unsafeCleanup: true });
});
afterEach(() => {
  base.removeCallback();
});

/** GNU tar's archive of the test's directory. */
const archive = (format: string): Buffer => execFileSync('tar', ['--format', format, '--sort=name', '-C', base.name, '-c', '.'], { maxBuffer: 2 ** 27 });

async function members(bytes: Buffer, chunk = bytes.length): Promise<[Member, Buffer][]> {
  const found: [Member, Buffer][] = [];
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) => bytes.subarray(at * chunk, (at + 1) * chunk));
  await readArchive(Readable.from(chunks), async (member, content) => {
    found.push([{ ...member }, await buffer(content)]);
  });
  return found;
}

test.for(['posix', 'gnu'])('names of any bytes and lengths, links, big owners, %s', async (format) => {
  const at = (...parts: (string | number[])[]): Buffer => Buffer.concat([base.name, '/', ...parts].map((part) => Buffer.from(part as string)));
  writeFileSync(at('odd-', [0xff, 0x80]), 'odd');
  mkdirSync(at('d'.repeat(200), '/', 'e'.repeat(200)), { recursive: true });
  writeFileSync(at('d'.repeat(200), '/', 'e'.repeat(200), '/é\n'), 'deep');
  symlinkSync(Buffer.concat([Buffer.from('t'.repeat(150)), Buffer.from([0xfe])]), at('link'));
  linkSync(at('odd-', [0xff, 0x80]), at('z'));
  const found = new Map((await members(archive(format))).map(([member, content]) => [member.name.toString('latin1'), { ...member, content: content.toString() }]));
  expect(found.get('./odd-\xff\x80')).toMatchObject({ flag: '0', size: 3, content: 'odd', mode: 0o644 });
  expect(found.get(`./${'d'.repeat(200)}/${'e'.repeat(200)}/Ã©\n`)).toMatchObject({ content: 'deep' });
  expect(found.get('./link')?.link.toString('latin1')).toBe(`${'t'.repeat(150)}\xfe`);
  expect(found.get('./z')).toMatchObject({ flag: '1', size: 0, content: '' });
  expect(found.get('./z')?.link.toString('latin1')).toBe('./odd-\xff\x80');
});

test('the same members come out, however the connection cuts the archive', async () => {
  for (const size of [0, 1, 511, 512, 513, 5000]) writeFileSync(`${base.name}/${String(size)}`, 'x'.repeat(size));
  const bytes = archive('posix');
  const whole = await members(bytes);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3000 }), async (chunk) => {
      expect(await members(bytes, chunk)).toEqual(whole);
    }),
    { numRuns: 30 },
  );
});

test('content may be left unread', async () => {
  for (const name of ['a', 'b']) writeFileSync(`${base.name}/${name}`, name.repeat(2000));
  const names: string[] = [];
  await readArchive(Readable.from([archive('gnu')]), async (member, content) => {
    names.push(member.name.toString());
    if (member.size > 0) for await (const _chunk of content) break;
  });
  expect(names).toEqual(['./', './a', './b']);
});

test('an archive that is cut off anywhere, or damaged, is an error', async () => {
  writeFileSync(`${base.name}/file`, 'x'.repeat(2000));
  const bytes = archive('posix');
  const mark = bytes.toString('latin1').replace(/\0+$/, '').length;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: Math.floor(mark / 512) * 512 }), async (end) => {
      await expect(members(bytes.subarray(0, end))).rejects.toThrow();
    }),
    { numRuns: 50 },
  );
  const damaged = Buffer.from(bytes);
  damaged[3] = 0x21;
  await expect(members(damaged)).rejects.toThrow('checksum');
});
