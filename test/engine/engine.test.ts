import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveness } from '../../src/common/owner.js';
import { PrivateEngine, script, systemState } from './private-engine.js';

const can = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && unshares();

describe.skipIf(!can && process.env['REQUIRE_ENGINE'] !== '1')('make engine', { timeout: 300_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'cleanslate-engine-'));
  const engine = new PrivateEngine(directory);
  const shared = '/var/lib/cleanslate/engine/root';
  let before: Record<string, string>;

  beforeAll(async () => {
    before = await systemState(shared);
    // The first start is two at once, on a machine that has nothing of it: both must end well, with one engine.
    const [one, two] = await Promise.all([engine.sh('up'), engine.sh('up')]);
    expect([one.exitCode, two.exitCode], `${one.stderr}\n${two.stderr}`).toEqual([0, 0]);
  }, 300_000);

  afterAll(async () => {
    await engine.sh('remove');
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  it('answers on its socket, says where it is, and is a no-op when it runs', async () => {
    const pid = engine.pid();
    const again = await engine.sh('up');
    expect(again.stdout).toBe(`DOCKER_HOST=unix://${engine.run}/docker.sock`);
    expect(engine.pid()).toBe(pid);
    expect((await engine.docker.ping()).toString()).toBe('OK');
    expect((await engine.sh('status')).exitCode).toBe(0);
  });

  it('changes nothing of the system while it runs containers', async () => {
    await engine.sleeper();
    const during = await systemState(shared);
    // The only thing to be seen outside: places that the system did not have, empty but for a mark.
    expect({ ...during, places: '' }).toEqual({ ...before, places: '' });
  });

  it('starts again over what a killed engine left: processes, sockets, pid files', async () => {
    const pid = engine.pid();
    const sleeper = await engine.sleeper();
    process.kill(pid, 'SIGKILL');
    const again = await engine.sh('up');
    expect(again.exitCode, again.stderr).toBe(0);
    expect(engine.pid()).not.toBe(pid);
    expect(liveness(sleeper)).toBe('dead'); // whether or not its parent has taken note yet
    expect(await engine.docker.listContainers()).toEqual([]);
    await engine.sleeper();
  });

  it('never takes another process for its own, whatever the file says', async () => {
    const kept = readFileSync(engine.identityFile, 'utf8');
    const started = readFileSync(`/proc/${String(process.pid)}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
    writeFileSync(engine.identityFile, `${String(process.pid)} ${started ?? ''}\n`);
    expect((await engine.sh('status')).exitCode).toBe(1);
    writeFileSync(engine.identityFile, kept);
    expect((await engine.sh('status')).exitCode).toBe(0);
  });

  it('stops with all its containers and leaves the system as it was', async () => {
    const sleeper = await engine.sleeper();
    const shims = engine.processes().length;
    expect(shims).toBeGreaterThan(2); // dockerd, containerd, a shim
    const down = await engine.sh('down');
    expect(down.exitCode, down.stderr).toBe(0);
    expect(liveness(sleeper)).toBe('dead'); // whether or not its parent has taken note yet
    expect(engine.processes()).toEqual([]);
    expect(await systemState(shared)).toEqual(before);
    expect((await engine.sh('status')).exitCode).toBe(1);
    expect((await engine.sh('down')).exitCode).toBe(0);
  });

  it('says why where it cannot start, and leaves nothing running', async () => {
    // Longer than the address of a socket may be.
    const broken = new PrivateEngine(directory, join(directory, 'r'.repeat(120)));
    const up = await broken.sh('up');
    expect(up.exitCode).toBe(3);
    expect(up.stderr).toMatch(/dockerd did not come up; the whole log is .*dockerd\.log/);
    expect(up.stderr).toMatch(/failed to (start daemon|load listener)|invalid argument/);
    expect(broken.processes()).toEqual([]);
  });

  it('is one clear line for somebody who is not root', async () => {
    // A copy where everybody gets to it: the checkout may be in a closed home.
    const open = join(directory, 'engine.sh');
    copyFileSync(script, open);
    chmodSync(directory, 0o711);
    const { exitCode, stderr } = await engine.sh('up', { uid: 65_534, gid: 65_534, cwd: '/' }, open);
    expect(exitCode).toBe(3);
    expect(stderr.split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/needs root/);
  });
});

function unshares(): boolean {
  try {
    execFileSync('unshare', ['--net', '--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
