import { execa } from 'execa';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { controls, manifestFile, PROGRAM } from '../../support/cleanslate.js';
import { temporaryDirectory } from '../../support/temporary.js';

/** A view of this machine without its sockets, so that no engine of it can be found; root can make one. */
const WITHOUT_SOCKETS = ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs none /run && exec "$@"', 'sh'];
const hides = (await execa('unshare', [...WITHOUT_SOCKETS.slice(1), 'true'], { reject: false })).exitCode === 0;

describe.skipIf(!hides)('a machine on which no engine answers', () => {
  const run = async (engine: string) => {
    const folder = temporaryDirectory();
    const [program = '', ...args] = [...WITHOUT_SOCKETS, process.execPath, PROGRAM, 'run', manifestFile(controls(['amnesiac'], ['handoff'], 1)), '--engine', engine, '--out', join(folder, 'out')];
    const env = { DOCKER_HOST: `unix://${folder}/dead.sock`, HOME: folder, XDG_RUNTIME_DIR: folder };
    return { ...(await execa(program, args, { reject: false, env, stdin: 'ignore' })), out: join(folder, 'out') };
  };

  test('--engine docker: exit 3, one line with what was tried and what to do, nothing made', async () => {
    const { exitCode, stdout, stderr, out } = await run('docker');
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(/^cleanslate: no container engine answers \(tried DOCKER_HOST \(unix:\/\/[^\n]*dead\.sock\): no such socket[^\n]*private engine[^\n]*\); start Docker or Podman, or run `make engine`, or use --engine local$/);
    expect(existsSync(out)).toBe(false);
  });

  test('--engine auto: a warning that the engine which was named is not used, and a campaign without one', async () => {
    const { exitCode, stdout, stderr } = await run('auto');
    expect({ exitCode, complete: stdout.includes('All 1 trials complete.') }).toEqual({ exitCode: 0, complete: true });
    expect(stderr).toMatch(/^warning: DOCKER_HOST \(.*dead\.sock\) is set but cannot be used: no such socket; using the local engine instead$/m);
  });
});
