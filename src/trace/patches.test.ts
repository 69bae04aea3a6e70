import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyPatch, parsePatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { movePatchOf, patchOf, textOf } from './patches.js';

const line = fc.constantFrom('', 'a', 'b', 'c', 'd e', '-x', '+x', '@@ -1 +1 @@', '\\ No newline at end of file', 'é😀', '\r', 'a\rb', '\u2028', '\ufeff', '--- a/x', '\f');
const text = fc.tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 25 }), line)
  .map(([lines, last]) => lines.map((pair) => pair.join('')).join('') + last);

describe('a patch', () => {
  it('gives back exactly the text after', () => {
    fc.assert(fc.property(text, text, (before, after) => {
      const patch = patchOf({ name: 'file.txt', before: { text: before, mode: '0644' }, after: { text: after, mode: '0644' } });
      const [parsed] = parsePatch(patch);
      if (!parsed) throw new Error('no patch');
      expect(applyPatch(before, parsed, { autoConvertLineEndings: false })).toBe(after);
    }), { numRuns: 400 });
  });

  it('is applied by git as well, also to create and to delete, under any name', () => {
    const name = fc.constantFrom('a.txt', 'sub dir/b.txt', 'ümlaut', 'quo"te', 'tab\there', 'back\\slash', 'new\nline', ' x ');
    fc.assert(fc.property(name, fc.option(text), fc.option(text), (file, before, after) => {
      fc.pre(before !== after);
      const dir = temporaryDirectory();
      const path = join(dir, file);
      mkdirSync(dirname(path), { recursive: true });
      if (before !== null) writeFileSync(path, before);
      const side = (content: string | null): { text: string; mode: string } | undefined => (content === null ? undefined : { text: content, mode: '0644' });
      const [old, now] = [side(before), side(after)];
      const patch = patchOf({ name: file, ...(old && { before: old }), ...(now && { after: now }) });
      execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: dir, input: patch, env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(dir) } });
      expect(after === null ? null : readFileSync(path, 'utf8')).toBe(after);
    }), { numRuns: 40 });
  });

  it('tells of a mode that changed, alone or with the text', () => {
    const dir = temporaryDirectory();
    const path = join(dir, 'run');
    for (const after of ['echo\n', 'echo 2\n']) {
      writeFileSync(path, 'echo\n');
      chmodSync(path, 0o644);
      const patch = patchOf({ name: 'run', before: { text: 'echo\n', mode: '0644' }, after: { text: after, mode: '0755' } });
      execFileSync('git', ['apply', '-'], { cwd: dir, input: patch, env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(dir) } });
      expect(readFileSync(path, 'utf8')).toBe(after);
      expect(statSync(path).mode & 0o777).toBe(0o755);
    }
  });

  it('tells of a name that changed, under any name, with a mode or without', () => {
    for (const [from, to, after] of [['a.txt', 'sub dir/b.txt', '0644'], ['quo"te', 'new\nline', '0755'], ['run', 'run', '0755']] as const) {
      const dir = temporaryDirectory();
      writeFileSync(join(dir, from), Buffer.from([0, 0xff]));
      chmodSync(join(dir, from), 0o644);
      const patch = movePatchOf({ from, to, mode: { before: '0600', after } });
      execFileSync('git', ['apply', '-'], { cwd: dir, input: patch, env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(dir) } });
      expect(readFileSync(join(dir, to))).toEqual(Buffer.from([0, 0xff]));
      expect(existsSync(join(dir, from))).toBe(from === to);
      expect((statSync(join(dir, to)).mode & 0o100) !== 0).toBe(after === '0755');
    }
    expect(movePatchOf({ from: 'a', to: 'a', mode: { before: '0644', after: '0600' } })).toBeUndefined();
  });

  it('of texts with nothing in common is a replacement, found without a long search', () => {
    const [before, after] = ['a', 'b'].map((letter) => Array.from({ length: 20_000 }, (_, n) => `${letter}${String(n)}\n`).join(''));
    const patch = patchOf({ name: 'x', before: { text: before ?? '', mode: '0644' }, after: { text: after ?? '', mode: '0644' } });
    expect(applyPatch(before ?? '', patch, { autoConvertLineEndings: false })).toBe(after);
    expect(patch).toContain('@@ -1,20000 +1,20000 @@');
  });

  it('reads as people expect', () => {
    const patch = patchOf({ name: 'HANDOFF.md', before: { text: 'one\ntwo\nthree\n', mode: '0644' }, after: { text: 'one\n2\nthree', mode: '0644' } });
    expect(patch).toMatchInlineSnapshot(`
      "diff --git a/HANDOFF.md b/HANDOFF.md
      --- a/HANDOFF.md
      +++ b/HANDOFF.md
      @@ -1,3 +1,3 @@
       one
      -two
      -three
      +2
      +three
      \\ No newline at end of file
      "
    `);
  });
});

describe('text', () => {
  it('is UTF-8 without NUL; a byte order mark and lone carriage returns belong to it', () => {
    expect([Buffer.from('\ufeffa\r\n\rb'), Buffer.from([0x61, 0]), Buffer.from([0xff]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.alloc(0)].map(textOf)).toEqual(['\ufeffa\r\n\rb', undefined, undefined, undefined, '']);
  });
});
