import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanslate, LIMITS, manifestFile } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { evidenceOf } from '../support/evidence.js';
import { loseSandboxes } from '../support/lose-sandboxes.js';
import { STAYS } from '../support/model-faults.js';
import { temporaryDirectory } from '../support/temporary.js';

/** So much that a removal is still at it while files are looked for. */
const FILLS = 'i=0; while [ $i -lt 20000 ]; do : >$i.txt; i=$((i+1)); done';

describeWithEngine('a container that somebody removes during a trial', () => {
  test('the attempt ends as lost, and its files are not seen rather than gone', { timeout: 240_000 }, async () => {
    const dir = join(temporaryDirectory(), 'campaign');
    const trials = ['program.once.handoff.run-1', 'program.turns.handoff.run-1'];
    const manifest = manifestFile({
      campaign: 'removed', runs: 1, attempts: 1, limits: { ...LIMITS, agent_seconds: 120 },
      tasks: [
        { id: 'once', scenario: 'short', profiles: ['handoff'] },
        { id: 'turns', scenario: 'short', profiles: ['handoff'], sessions: [{ turns: ['Begin.', 'probe'] }] },
      ],
      configurations: [{ id: 'program', agent: 'command', command: { argv: ['sh', '-c', `${FILLS}; ${STAYS}`], prompt: 'stdin' } }],
    });
    const over = new AbortController();
    const losing = loseSandboxes(trials, STAYS, over.signal);
    const ran = await cleanslate(['run', manifest, '--engine', 'docker', '--out', dir, '--concurrency', '2', '--no-preflight']);
    over.abort();
    await losing;
    expect(ran).toMatchObject({ exitCode: 3 });
    for (const trial of trials) {
      const { record, dir: attempt } = evidenceOf(dir, trial);
      expect(record, trial).toMatchObject({ ended: 'sandbox-lost', valid: false, files_changed: null, exit: { reason: 'sandbox-lost' }, signals: [{ blame: 'harness', kind: 'sandbox-lost' }] });
      expect(existsSync(join(attempt, 'changes'))).toBe(false);
    }
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
    expect((await cleanslate(['show', dir, trials[0] ?? ''])).exitCode).toBe(0);
  });
});
