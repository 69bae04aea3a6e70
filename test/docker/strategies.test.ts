import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Inventory } from '../../src/common/inventory.js';
import type { DockerProvider } from '../../src/sandbox/docker.js';
import { HOME, WORKSPACE } from '../../src/sandbox/layout.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { describeWithEngine, dockerProvider, spec } from '../support/engine.js';
import { runScript } from './running.js';
import { seedOf } from './seeds.js';

const ROOTS = [HOME, WORKSPACE];
const script = readFileSync(new URL('./nasty-tree.mjs', import.meta.url));
const seeds = {
  'home/dev/': '',
  'home/projects/app/': '',
  'home/projects/app/seeded/': '',
  'home/projects/app/seeded/gone': 'gone',
  'home/projects/app/seeded/replaced': 'replaced',
  'home/projects/app/seeded/moved': 'moved',
  'home/projects/app/seeded/emptied/': '',
  'home/projects/app/seeded/emptied/old': 'old',
  'home/projects/app/seeded/grown': 'grown',
  'home/projects/app/seeded/kept': 'kept',
};

const providers: DockerProvider[] = [];
const sandboxes: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(sandboxes.splice(0).map((sandbox) => sandbox.destroy()));
});
afterAll(async () => {
  await Promise.all(providers.map((provider) => provider.close()));
});

async function makeTree(strategy?: 'upper' | 'archive'): Promise<{ sandbox: Sandbox; before: Inventory; after: Inventory }> {
  const provider = dockerProvider(strategy ? { strategy } : {});
  providers.push(provider);
  const sandbox = await provider.create(await spec());
  sandboxes.push(sandbox);
  await sandbox.seed(seedOf({ ...seeds, 'opt/agent/tree.mjs': script }));
  const before = await sandbox.inventory(ROOTS);
  const { stderr, exit } = await runScript(sandbox, 'node /opt/agent/tree.mjs || [ $? = 137 ]');
  expect({ stderr, code: exit.code }).toEqual({ stderr: 'Killed\n', code: 0 });
  return { sandbox, before, after: await sandbox.inventory(ROOTS, before) };
}

async function contents(sandbox: Sandbox, paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const unpacked = extract();
  const tar = await sandbox.read(paths);
  tar.on('error', (error) => unpacked.destroy(error)).pipe(unpacked as unknown as NodeJS.WritableStream);
  for await (const entry of unpacked) {
    const { name, type, linkname, size = 0 } = entry.header;
    const body = await text(entry as unknown as Readable);
    found.set(`/${name}`, `${String(type)} ${String(linkname)} ${String(size)} ${size > 1000 ? '' : body}`);
  }
  return new Map([...found].sort());
}

describeWithEngine('the two ways of seeing files', () => {
  test('see the same, before and after an agent has done its worst', async ({ skip }) => {
    const upper = await makeTree('upper').catch((error: unknown) => {
      if ((error as { code?: string }).code === 'CLEANSLATE_STRATEGY') skip('this engine keeps no readable layer on this machine');
      throw error;
    });
    const through = await makeTree('archive');
    expect([through.after.strategy, upper.after.strategy]).toEqual(['archive', 'upper']);
    expect(upper.before.entries).toEqual(through.before.entries);
    expect(upper.after.entries).toEqual(through.after.entries);

    const files = upper.after.entries.filter(({ type }) => type !== 'directory').map(({ path }) => path);
    expect(files.length).toBeGreaterThan(50);
    expect(await contents(upper.sandbox, files)).toEqual(await contents(through.sandbox, files));
  });

  test('show names byte by byte, links unfollowed, hard links as files, and no sockets', async () => {
    const { after } = await makeTree();
    const at = (path: string) => after.entries.find((entry) => entry.path === path);
    expect(at(`${WORKSPACE}/invalid-\\xff\\xfe`)).toMatchObject({ type: 'file', size: 9, uid: 1000, gid: 1000 });
    expect(at(`${WORKSPACE}/\\\\xff`)).toMatchObject({ type: 'file', size: 4 });
    expect(at(`${WORKSPACE}/new\nline`)).toMatchObject({ size: 8 });
    expect(at(`${HOME}/etc`)).toMatchObject({ type: 'symlink', link: '/etc' });
    expect(at(`${HOME}/to-invalid`)).toMatchObject({ link: 'to-\\xff' });
    expect(at(`${HOME}/etc/passwd`)).toBeUndefined();
    const linked = ['a-linked', 'm-linked', 'z-linked', 'linked-\\xff'].map((name) => at(`${WORKSPACE}/${name}`));
    expect(new Set(linked.map((entry) => entry?.sha256)).size).toBe(1);
    expect(at(`${HOME}/home-linked`)).toMatchObject({ type: 'file', sha256: linked[0]?.sha256 });
    expect(at(`${WORKSPACE}/sparse`)).toMatchObject({ size: 16 * 1024 * 1024 });
    expect(at(`${HOME}/mode-4755`)).toMatchObject({ mode: '4755' });
    expect(at(`${HOME}/sticky`)).toMatchObject({ type: 'directory', mode: '3777' });
    expect(at(`${HOME}/locked/inside`)).toMatchObject({ size: 40 });
    expect(at(`${WORKSPACE}/fifo`)).toMatchObject({ type: 'fifo' });
    expect(at(`${WORKSPACE}/socket`)).toBeUndefined();
    expect(at(`${WORKSPACE}/seeded/gone`)).toBeUndefined();
    expect(at(`${WORKSPACE}/seeded/emptied/old`)).toBeUndefined();
    expect(at(`${WORKSPACE}/seeded/replaced`)).toMatchObject({ type: 'directory' });
  });

  test.for(['upper', 'archive'] as const)('never read files of this machine, nor through links (%s)', async (strategy, { skip }) => {
    const provider = dockerProvider({ strategy });
    providers.push(provider);
    const sandbox = await provider.create(await spec()).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'CLEANSLATE_STRATEGY') skip('this engine keeps no readable layer on this machine');
      throw error;
    });
    sandboxes.push(sandbox);
    await sandbox.seed(seedOf({ 'home/dev/d/': '', 'home/dev/d/hosts': 'mine', 'home/projects/app/': '' }));
    await runScript(sandbox, 'rm -r /home/dev/d && ln -s /etc /home/dev/d; rmdir /home/projects/app && ln -s /etc /home/projects/app; cd /');
    expect((await sandbox.inventory(ROOTS)).entries.map(({ path }) => path)).toEqual(['/home/dev/d']);
    for (const path of ['/home/dev/d/hosts', '/home/projects/app/hosts', '/home/dev/../../etc/hosts']) {
      await expect(contents(sandbox, [path])).rejects.toMatchObject({ code: 'CLEANSLATE_NO_SUCH_FILE' });
    }
  });
});
