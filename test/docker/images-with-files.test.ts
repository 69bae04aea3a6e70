import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type Docker from 'dockerode';
import { connect } from '../../src/sandbox/docker/client.js';
import type { DockerProvider } from '../../src/sandbox/docker.js';
import { HOME, WORKSPACE } from '../../src/sandbox/layout.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { describeWithEngine, dockerProvider, spec, theEngine } from '../support/engine.js';
import { runScript } from './running.js';
import { seedOf } from './seeds.js';

const ROOTS = [HOME, WORKSPACE];

describeWithEngine('an image that has something in the home', () => {
  let docker: Docker;
  let closeDocker: () => void;
  const providers: DockerProvider[] = [];
  const images: string[] = [];
  beforeAll(async () => {
    ({ docker, close: closeDocker } = await connect(theEngine()));
  });
  afterAll(async () => {
    for (const image of images) await docker.getImage(image).remove({ force: true });
    for (const provider of providers) await provider.close();
    closeDocker();
  });

  const open = (strategy?: 'archive'): DockerProvider => {
    const provider = dockerProvider(strategy ? { strategy } : {});
    providers.push(provider);
    return provider;
  };
  const use = async <T>(provider: DockerProvider, image: string | undefined, body: (sandbox: Sandbox) => Promise<T>): Promise<T> => {
    const sandbox = await provider.create(await spec(image === undefined ? {} : { image }));
    try {
      return await body(sandbox);
    } finally {
      await sandbox.destroy();
    }
  };
  /** The base image with these files in it. */
  const imageWith = async (tag: string, files: Record<string, string>, changes?: string): Promise<string> => {
    const repo = `files-${String(process.pid)}`;
    await use(open(), undefined, async (sandbox) => {
      await sandbox.seed(seedOf(files));
      await docker.getContainer(sandbox.id).commit({ repo, tag, ...(changes !== undefined && { changes }) });
    });
    images.push(`${repo}:${tag}`);
    return `${repo}:${tag}`;
  };

  test('shows it, until the agent removes it, in both ways of seeing files', async () => {
    const image = await imageWith('directories', { 'home/dev/.config/': '', 'home/dev/.cache/': '', 'home/dev/.local/': '' });
    const see = async (provider: DockerProvider) =>
      use(provider, image, async (sandbox) => {
        const before = await sandbox.inventory(ROOTS);
        await runScript(sandbox, 'cd; rmdir .config .cache; echo x > .cache; chmod 700 .local; touch .local/new');
        const after = await sandbox.inventory(ROOTS, before);
        return { strategy: after.strategy, before: before.entries, after: after.entries };
      });
    const [any, archive] = [await see(open()), await see(open('archive'))];
    expect(archive.before.map(({ path }) => path)).toEqual([`${HOME}/.cache`, `${HOME}/.config`, `${HOME}/.local`]);
    expect(archive.after.map(({ path, mode }) => [path, mode])).toEqual([
      [`${HOME}/.cache`, '0644'], [`${HOME}/.local`, '0700'], [`${HOME}/.local/new`, '0644'],
    ]);
    expect({ ...any, strategy: '' }).toEqual({ ...archive, strategy: '' });
  });

  test('that is a volume is seen all the same, in both ways, and goes with its sandbox', async () => {
    const image = await imageWith('volume', { 'home/dev/kept/': '' }, `VOLUME ${HOME}/kept`);
    for (const provider of [open(), open('archive')]) {
      const volumes: string[] = [];
      await use(provider, image, async (sandbox) => {
        const { Mounts } = await docker.getContainer(sandbox.id).inspect();
        volumes.push(...Mounts.flatMap(({ Name }) => Name ?? []));
        const before = await sandbox.inventory(ROOTS);
        await runScript(sandbox, 'cd; echo in the volume > kept/note; ln -s note kept/link; mkfifo kept/pipe; echo beside it > beside');
        const { strategy, entries } = await sandbox.inventory(ROOTS, before);
        expect(strategy).toBe('archive');
        expect(entries.map(({ path, type }) => [path.slice(HOME.length + 1), type])).toEqual([['beside', 'file'], ['kept', 'directory'], ['kept/link', 'symlink'], ['kept/note', 'file'], ['kept/pipe', 'fifo']]);
        expect(await text(await sandbox.read([`${HOME}/kept/note`, `${HOME}/beside`]))).toMatch(/in the volume\n[^]*beside it\n|beside it\n[^]*in the volume\n/);
      });
      expect(volumes).toHaveLength(1);
      for (const volume of volumes) await expect(docker.getVolume(volume).inspect()).rejects.toMatchObject({ statusCode: 404 });
    }
  });

  test.for([
    ['files', { 'home/dev/.bashrc': 'alias' }],
    ['nested', { 'home/dev/a/': '', 'home/dev/a/b/': '' }],
  ] as const)('is never overlooked: %s', async ([tag, files]) => {
    const image = await imageWith(tag, files);
    await use(open(), image, async (sandbox) => {
      const { strategy, entries } = await sandbox.inventory(ROOTS);
      expect(strategy).toBe('archive');
      expect(entries.map(({ path }) => path)).toEqual(Object.keys(files).map((name) => `/${name.replace(/\/$/, '')}`));
    });
  });
});
