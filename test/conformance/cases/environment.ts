import { expect, test } from 'vitest';
import { HOME, WORKSPACE } from '../../../src/sandbox/layout.js';
import type { Subject } from '../subject.js';
import { inSandbox, run, runNext, shell } from '../tools.js';

/** What a sandbox itself sets. */
const BASICS = ['HOME', 'LANG', 'PATH', 'TMPDIR', 'USER'];

const parse = (text: string): Record<string, string> => Object.fromEntries(text.trimEnd().split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));

export function environmentCases(subject: () => Subject): void {
  test('the environment is what was asked for and the basics, nothing of the harness', async () => {
    process.env['HARNESS_SECRET'] = 'must not be seen';
    const asked = { AGENT_MODEL: 'a model', EMPTY: '', ODD: '$(id) `id` "\' é=ü' };
    try {
      await inSandbox(subject(), async (sandbox) => {
        await sandbox.hold();
        const seen = parse((await runNext(sandbox, ['env'], { env: asked })).stdout);
        expect(seen).toMatchObject({ ...asked, HOME: sandbox.inside(HOME), USER: 'dev' });
        expect(Object.keys(seen).filter((name) => name !== 'HOSTNAME').sort()).toEqual([...BASICS, ...Object.keys(asked)].sort());
        expect(seen['PATH']).toMatch(/(^|:)\/usr\/bin(:|$)/);
      });
    } finally {
      delete process.env['HARNESS_SECRET'];
    }
  });

  test('the main process has the same environment as later ones', async () => {
    const env = { ONE: '1' };
    let main = '';
    await inSandbox(subject(), async (sandbox) => {
      main = (await run(sandbox, ['env'], { env })).stdout.replaceAll(sandbox.id, '');
    });
    await inSandbox(subject(), async (sandbox) => {
      await sandbox.hold();
      const later = (await runNext(sandbox, ['env'], { env })).stdout.replaceAll(sandbox.id, '');
      const lines = (text: string): string[] => text.split('\n').filter((line) => !line.startsWith('HOSTNAME=')).sort();
      expect(lines(later)).toEqual(lines(main));
    });
  });

  test('a program starts in the workspace, or where it is told', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await sandbox.hold();
      expect((await runNext(sandbox, ['pwd'])).stdout.trim()).toBe(sandbox.inside(WORKSPACE));
      expect((await runNext(sandbox, ['pwd'], { cwd: HOME })).stdout.trim()).toBe(sandbox.inside(HOME));
      expect((await runNext(sandbox, shell('cd; pwd'))).stdout.trim()).toBe(sandbox.inside(HOME));
    });
  });

  test('node and the temporary directory are there', async () => {
    await inSandbox(subject(), async (sandbox) => {
      const { stdout, exit } = await run(sandbox, ['node', '-e', 'const fs=require("fs"),os=require("os");fs.writeFileSync(os.tmpdir()+"/x","1");console.log(os.tmpdir())']);
      expect(exit.code).toBe(0);
      expect(stdout.trim()).toBe(sandbox.inside('/tmp'));
    });
  });
}
