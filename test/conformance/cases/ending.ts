import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WORKSPACE } from '../../../src/sandbox/layout.js';
import type { Running, Sandbox } from '../../../src/sandbox/sandbox.js';
import type { Subject } from '../subject.js';
import { agent, finish, hears, inSandbox, processesWith, runNext, shell } from '../tools.js';

const DEADLINE_MS = 4_000;
/** How long a counter that counts every 10 ms must stand still to have stopped. */
const STANDSTILL_MS = 300;

const countIn = async (sandbox: Sandbox, name: string): Promise<number> =>
  (await sandbox.inventory([WORKSPACE])).entries.find(({ path }) => path === `${WORKSPACE}/${name}`)?.size ?? 0;

/** The counter stands still, and no process of the machine bears the counter's name. */
async function expectAllEnded(sandbox: Sandbox, name: string): Promise<void> {
  expect(processesWith(name)).toEqual([]);
  const count = await countIn(sandbox, name);
  expect(count).toBeGreaterThan(0);
  await wait(STANDSTILL_MS);
  expect(await countIn(sandbox, name)).toBe(count);
}

const counter = (): string => `counter-${randomBytes(8).toString('hex')}`;

async function forked(running: Running): Promise<void> {
  running.stderr.resume();
  await hears(running, 'forked');
  running.stdout.resume();
}

export function endingCases(subject: () => Subject): void {
  test('a deadline ends every process, also those that left group, session and parent', async () => {
    const name = counter();
    await inSandbox(subject(), async (sandbox) => {
      const running = await sandbox.start(agent(sandbox, 'forks', name), { deadline_ms: DEADLINE_MS });
      await forked(running);
      const { reason, duration_ms } = await running.exit;
      expect(reason).toBe('deadline');
      expect(duration_ms).toBeGreaterThanOrEqual(DEADLINE_MS - 50);
      await expectAllEnded(sandbox, name);
    });
  });

  test('a deadline of a turn ends every process of the sandbox', async () => {
    const name = counter();
    await inSandbox(subject(), async (sandbox) => {
      await sandbox.hold();
      const earlier = await sandbox.exec(agent(sandbox, 'forks', name));
      await forked(earlier);
      const { exit } = await runNext(sandbox, agent(sandbox, 'ignores-sigterm'), { deadline_ms: DEADLINE_MS });
      expect(exit.reason).toBe('deadline');
      expect((await earlier.exit).reason).not.toBe('exit');
      await expectAllEnded(sandbox, name);
    });
  });

  test('kill ends every process and says so; a later cause changes nothing', async () => {
    const name = counter();
    await inSandbox(subject(), async (sandbox) => {
      const running = await sandbox.start(agent(sandbox, 'forks', name), { deadline_ms: 60_000 });
      await forked(running);
      await sandbox.kill();
      await expectAllEnded(sandbox, name);
      await sandbox.kill();
      expect((await running.exit).reason).toBe('killed');
    });
  });

  test('what the main process leaves behind ends with it', async () => {
    const name = counter();
    await inSandbox(subject(), async (sandbox) => {
      const script = 'node "$1" "$2" & until [ -s "$2" ]; do sleep 0.02; done; exit 7';
      const [, program = ''] = agent(sandbox, 'forks');
      const { exit } = await finish(await sandbox.start(shell(script, program, name)));
      expect(exit).toMatchObject({ reason: 'exit', code: 7 });
      await sandbox.kill();
      await expectAllEnded(sandbox, name);
    });
  });

  test('a sandbox that never started can be killed', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await sandbox.kill();
      expect((await sandbox.inventory([WORKSPACE])).entries).toEqual([]);
    });
  });
}
