import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Subject } from '../subject.js';
import { agent, hears, inSandbox, processesWith, run, runNext, shell } from '../tools.js';

export function lifecycleCases(subject: () => Subject): void {
  test('destroy leaves nothing, whatever modes the agent left, and may be called twice', async () => {
    let id = '';
    await inSandbox(subject(), async (sandbox) => {
      id = sandbox.id;
      expect(await subject().traces(id)).not.toEqual([]);
      await run(sandbox, shell('mkdir -p a/b/c; echo x > a/b/c/f; chmod 0 a/b/c/f a/b/c a/b a; mkdir ~/shut; chmod 0 ~/shut; cd /; chmod 0 ~'));
      await sandbox.destroy();
      expect(await subject().traces(id)).toEqual([]);
    });
    expect(await subject().traces(id)).toEqual([]);
  });

  test('destroy ends what runs', async () => {
    const name = `counter-${randomBytes(8).toString('hex')}`;
    await inSandbox(subject(), async (sandbox) => {
      const running = await sandbox.start(agent(sandbox, 'forks', name));
      running.stderr.resume();
      await hears(running, 'forked');
      running.stdout.resume();
      await sandbox.destroy();
      expect(processesWith(name)).toEqual([]);
      expect((await running.exit).reason).not.toBe('exit');
    });
  });

  test('the reaper leaves alone what belongs to a living harness', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await sandbox.hold();
      const reaped = await subject().provider.reap();
      expect(reaped.filter((line) => line.includes(sandbox.id.slice(0, 12)))).toEqual([]);
      expect((await runNext(sandbox, ['true'])).exit.code).toBe(0);
    });
  });

  test('what runs the sandboxes describes itself', async () => {
    const { provider, spec } = subject();
    const facts = await provider.describe();
    expect(facts['name']).toBeTruthy();
    expect(Object.values(facts).every((value) => typeof value === 'string')).toBe(true);
    const digest = await provider.imageDigest(spec.image);
    if (provider.kind === 'docker') expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    else expect(digest).toBeNull();
  });
}
