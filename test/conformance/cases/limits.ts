import { expect, test } from 'vitest';
import type { Subject } from '../subject.js';
import { agent, inSandbox, run, shell } from '../tools.js';

/** Whether a limit holds for the sandbox as a whole; a provider that cannot have it says so. */
async function enforced({ provider }: Subject, limit: string): Promise<boolean> {
  return provider.kind === 'docker' || (await provider.describe())[limit] === 'control group';
}

export function limitCases(subject: () => Subject): void {
  test('more memory than allowed ends the agent, and the reason is told', async ({ skip }) => {
    if (!(await enforced(subject(), 'memory_limit'))) skip('memory cannot be limited here');
    await inSandbox(subject(), async (sandbox) => {
      const { exit } = await run(sandbox, agent(sandbox, 'hoards'), { deadline_ms: 30_000 });
      expect(exit).toMatchObject({ reason: 'oom', signal: 'SIGKILL' });
    });
  });

  test('a fork bomb gets no further than its limit', async ({ skip }) => {
    if (!(await enforced(subject(), 'pids_limit'))) skip('processes cannot be limited here');
    await inSandbox(subject(), async (sandbox) => {
      const script = 'i=0; while [ $i -lt 300 ]; do sleep 30 & i=$((i+1)); done; echo all';
      const { stdout, stderr } = await run(sandbox, shell(script), { deadline_ms: 20_000 });
      expect(stdout).not.toContain('all');
      expect(stderr).toMatch(/fork/i);
    });
  });
}
