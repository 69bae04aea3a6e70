import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { LocalProvider } from '../../src/sandbox/local.js';
import { cleanslate, LIMITS, manifestFile, type Finished } from '../support/cleanslate.js';
import { evidenceOf, type Evidence } from '../support/evidence.js';
import { journalOf } from '../support/journal.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { processesWith } from '../support/processes.js';
import { suiteDirectory } from '../support/temporary.js';

const SECONDS = 6;
/** A deadline that waits for a polite end, as engines do by themselves, is at least this late. */
const POLITE_SECONDS = 10;

const local = await LocalProvider.open();
const memoryIsLimited = (await local.describe())['memory_limit'] === 'control group';
await local.close();

describeOnEveryMachine('how attempts end', (machine) => {
  const limitsMemory = machine === 'docker' || memoryIsLimited;
  const folder = suiteDirectory();
  const mark = `grows-${randomUUID()}`;
  const shell = (script: string): object => ({ argv: ['sh', '-c', script], prompt: 'stdin', answer: 'json' });
  const agents: Record<string, object> = {
    'answers-and-hangs': shell('node answers.mjs; sleep 600'),
    'forks-and-stays': { argv: ['node', 'forks.mjs', mark], prompt: 'stdin' },
    'forks-and-leaves': shell(`node forks.mjs ${mark} & while [ ! -e ${mark} ]; do sleep 0.1; done; node answers.mjs`),
    'ignores-sigterm': { argv: ['node', 'ignores-sigterm.mjs'], prompt: 'stdin' },
    'is-not-there': { argv: ['no-such-program'], prompt: 'stdin' },
    ...(limitsMemory && { hoards: { argv: ['node', 'hoards.mjs'], prompt: 'stdin' } }),
  };
  const given_up = ['is-not-there', ...(limitsMemory ? ['hoards'] : [])];
  let dir: string;
  let manifest: string;
  let ran: Finished;
  const of = (agent: string, attempt = 1): Evidence => evidenceOf(dir, `${agent}.short.handoff.run-1`, attempt);
  const run = (): Promise<Finished> => cleanslate(['run', manifest, '--engine', machine, '--out', dir, '--concurrency', '3', '--no-preflight']);

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    manifest = manifestFile({
      campaign: 'endings',
      runs: 1,
      attempts: 2,
      limits: { ...LIMITS, memory_mb: 256, agent_seconds: SECONDS },
      tasks: [{ scenario: 'short', profiles: ['handoff'], workspace: { directory: join(import.meta.dirname, '../agents') } }],
      configurations: Object.entries(agents).map(([id, command]) => ({ id, agent: 'command', command })),
    }, folder());
    ran = await run();
  });

  test('what cannot be had is said: exit 3, and who was given up', () => {
    const [all, lost] = [Object.keys(agents).length, given_up.length];
    expect(ran.exitCode).toBe(3);
    expect(ran.stdout).toContain(`${String(all - lost)} of ${String(all)} trials complete.\nInvalid attempts: ${[...given_up].sort().map((id) => `${id} 2`).join(', ')}.\n`);
    expect(ran.stdout).toContain(`Given up after their last attempt: ${[...given_up].sort().map((id) => `${id}.short.handoff.run-1`).join(', ')}.`);
    expect(ran.stderr).toMatch(/^\d trials? ha(s|ve) no valid attempt; `cleanslate show .*` says why$/m);
  });

  test('verify passes, and nothing of any agent is still running', async () => {
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
    expect(processesWith(mark)).toEqual([]);
  });

  test.for(['answers-and-hangs', 'forks-and-stays', 'forks-and-leaves', 'ignores-sigterm'])('%s: its evidence says by what it was seen that none of its processes was left', (agent) => {
    expect(of(agent).record.processes).toEqual([{ session: 1, left: 0, seen_by: machine === 'docker' ? 'state of the container' : expect.stringMatching(/^(?:pid namespace|search of \/proc)$/) as string }]);
  });

  test.for(['answers-and-hangs', 'forks-and-stays', 'ignores-sigterm'])('%s: ended at its deadline, not later; that counts, and its answer does not', (agent) => {
    const { record, score, answer, events } = of(agent);
    expect(record).toMatchObject({ ended: 'deadline', valid: true, signals: [{ blame: 'agent', kind: 'deadline' }], exit: { reason: 'deadline' } });
    expect(record.exit?.duration_ms).toBeGreaterThanOrEqual(SECONDS * 1000);
    expect(record.exit?.duration_ms).toBeLessThan((SECONDS + POLITE_SECONDS) * 1000);
    expect(answer).toBeUndefined();
    expect(score).toMatchObject({ format_failure: expect.any(String) as string });
    expect(events.at(-1)).toMatchObject({ type: 'session.end', result: 'deadline' });
  });

  test('what was printed before the deadline is kept', () => {
    expect(of('answers-and-hangs').stdout.toString()).toMatch(/^\{"answers"/);
    expect(of('forks-and-stays').stdout.toString()).toBe('forked\n');
  });

  test('children that outlive their agent are ended before anything is captured', () => {
    const { record, score, changes } = of('forks-and-leaves');
    expect(record).toMatchObject({ ended: 'agent-exit', valid: true });
    expect(score).toMatchObject({ grounded_correct: 4 });
    expect(changes('workspace')[mark]?.after?.size).toBeGreaterThan(0);
  });

  test('a program that is not there is the harness\'s fault, both times, and has no score', () => {
    for (const attempt of [1, 2]) {
      const { record, score } = of('is-not-there', attempt);
      expect(record).toMatchObject({ valid: false, signals: [{ blame: 'harness', kind: 'program-missing' }] });
      expect(score).toBeUndefined();
    }
  });

  test.skipIf(!limitsMemory)('an agent that ran out of memory is no wrong answer: invalid, tried again, given up', () => {
    for (const attempt of [1, 2]) {
      expect(of('hoards', attempt).record).toMatchObject({ ended: 'oom', valid: false, signals: [{ blame: 'harness', kind: 'oom' }] });
      expect(of('hoards', attempt).score).toBeUndefined();
    }
  });

  test('running it again repeats nothing and says the same', async () => {
    const before = journalOf(dir).length;
    expect(await run()).toMatchObject({ exitCode: 3, stdout: ran.stdout });
    expect(journalOf(dir).slice(before).map(({ type }) => type)).toEqual(['campaign.resumed']);
    expect(existsSync(join(dir, 'trials/is-not-there.short.handoff.run-1/attempt-3'))).toBe(false);
  });
});
