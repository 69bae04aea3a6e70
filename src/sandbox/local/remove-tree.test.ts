import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirSync } from 'tmp';
import { expect, onTestFinished, test } from 'vitest';
import { removeTree } from './remove-tree.js';

test('removes trees deeper than any path, names that are no text, and what modes protect', async () => {
  const { name, removeCallback } = dirSync({ unsafeCleanup: true });
  onTestFinished(removeCallback);
  chmodSync(name, 0o777);
  const ordinary = process.getuid?.() === 0;
  if (ordinary) process.seteuid?.(12_345);
  try {
    const dir = join(name, 'tree');
    mkdirSync(join(dir, 'shut/inner'), { recursive: true });
    writeFileSync(Buffer.concat([Buffer.from(`${dir}/shut/`), Buffer.from([0xff])]), '');
    // 60 directories of 100 letters, one in the other: 6,000 bytes of path, which no system call takes.
    const script = "for (let i = 0; i < 60; i += 1) { fs.mkdirSync('n'.repeat(100)); process.chdir('n'.repeat(100)); }";
    execFileSync(process.execPath, ['-e', script], { cwd: dir });
    chmodSync(join(dir, 'shut/inner'), 0);
    chmodSync(join(dir, 'shut'), 0);
    await removeTree(dir);
    expect(existsSync(dir)).toBe(false);
    await removeTree(dir);
  } finally {
    if (ordinary) process.seteuid?.(0);
  }
});
