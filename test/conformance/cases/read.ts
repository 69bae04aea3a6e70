import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { buffer, text } from 'node:stream/consumers';
import { extract as extractTo } from 'tar-fs';
import { expect, test } from 'vitest';
import { WORKSPACE } from '../../../src/sandbox/layout.js';
import { temporaryDirectory } from '../../support/temporary.js';
import type { Subject } from '../subject.js';
import { inSandbox, run, shell } from '../tools.js';

export function readCases(subject: () => Subject): void {
  test('files come back readable and deletable by whoever runs the harness', async () => {
    const out = temporaryDirectory();
    await inSandbox(subject(), async (sandbox) => {
      await run(sandbox, shell('mkdir d; echo one > d/one; chmod 0 d/one d; ln -s big link; dd if=/dev/zero of=big bs=1M count=5 2>/dev/null'));
      const tar = await sandbox.read(['d/one', 'big', 'link'].map((name) => `${WORKSPACE}/${name}`));
      await pipeline(tar, extractTo(out));
    });
    const at = join(out, WORKSPACE);
    expect(readFileSync(join(at, 'd/one'), 'utf8')).toBe('one\n');
    expect(statSync(join(at, 'd/one')).uid).toBe(process.getuid?.());
    expect(statSync(join(at, 'big')).size).toBe(5 * 1024 * 1024);
    rmSync(at, { recursive: true });
  });

  test('a name that is no text is read under the name that the inventory has', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await run(sandbox, shell('printf odd > "$(printf "bad\\377name")"'));
      const path = `${WORKSPACE}/bad\\xffname`;
      expect((await sandbox.inventory([WORKSPACE])).entries.map((entry) => entry.path)).toEqual([path]);
      const bytes = await buffer(await sandbox.read([path]));
      expect(bytes.toString('latin1')).toContain('bad\\xffname');
      expect(bytes.toString('latin1')).toContain('odd');
    });
  });

  test('a link is never followed out of the sandbox', async () => {
    const outside = temporaryDirectory();
    chmodSync(outside, 0o755);
    mkdirSync(join(outside, 'dir'));
    writeFileSync(join(outside, 'dir/secret'), 'the secret of the machine');
    await inSandbox(subject(), async (sandbox) => {
      await run(sandbox, shell('ln -s "$1" way; ln -s "$1/dir/secret" file', outside));
      const { entries } = await sandbox.inventory([WORKSPACE]);
      expect(entries.map(({ path, type }) => [path, type])).toEqual([
        [`${WORKSPACE}/file`, 'symlink'],
        [`${WORKSPACE}/way`, 'symlink'],
      ]);
      expect(await text(await sandbox.read([`${WORKSPACE}/file`]))).not.toContain('the secret');
      const through = async (): Promise<string> => text(await sandbox.read([`${WORKSPACE}/way/dir/secret`]));
      await expect(through()).rejects.toThrow();
    });
  });

  test('a file that is not there is an error', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await run(sandbox, ['true']);
      await expect((async () => text(await sandbox.read([`${WORKSPACE}/gone`])))()).rejects.toThrow(/gone/);
    });
  });
}
