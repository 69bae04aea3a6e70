import { expect, test } from 'vitest';
import type { AgentAdapter } from '../../src/agents/adapter.js';
import { findAdapter } from '../../src/agents/registry.js';
import { classOf } from '../../src/agents/state-table.js';
import { openMachine } from '../../src/campaign/machine.js';
import { compareTable } from '../../src/campaign/probe/compare.js';
import type { Sight } from '../../src/campaign/probe/looks.js';
import { probeAgent } from '../../src/campaign/probe/probe.js';
import type { ProbeResult } from '../../src/campaign/probe/result.js';
import { systemClock } from '../../src/common/clock.js';
import { HOME, WORKSPACE } from '../../src/sandbox/layout.js';
import { npmAgents } from '../support/agent-labels.js';
import { cleanslate } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { suiteDirectories } from '../support/temporary.js';

const MINUTES = 60_000;
const ROOTS = { home: HOME, workspace: WORKSPACE };

/** The real binary among marked files, against the scripted model; AGENT=<id> takes one of them. */
describeWithEngine('probe', { concurrent: true, timeout: 15 * MINUTES }, () => {
  const fresh = suiteDirectories();

  test.each(npmAgents().filter(({ id }) => id !== 'pi').map((adapter) => [adapter.id, adapter] as const))('%s: its table says what its pinned version reads and writes, and is missed entry by entry', async (id, adapter) => {
    const ran = await cleanslate(['probe', id, '--json'], { XDG_CACHE_HOME: fresh() });
    const result = JSON.parse(ran.stdout || '{"differences":"nothing was printed"}') as ProbeResult;
    expect({ exitCode: ran.exitCode, differences: result.differences, stderr: ran.exitCode === 0 ? '' : ran.stderr }).toEqual({ exitCode: 0, differences: [], stderr: '' });
    expectWhole(result, adapter);
    expect(result.agrees).toBe(true);

    const [read, written] = [entryBehind(result.marks.find(({ reached, path }) => reached === 'first' && path.startsWith(HOME))?.path, adapter), entryBehind(result.written[0]?.path, adapter)];
    expect(named(result, adapter, read)).toEqual(expect.arrayContaining([expect.stringContaining('first request')]));
    expect(named(result, adapter, written)).toEqual(expect.arrayContaining([expect.stringMatching(/was written|is `/)]));
  });

  test.runIf(npmAgents().some(({ id }) => id === 'pi'))('pi, without an entry for what it reads and one for what it writes: both are named, and nothing else', async () => {
    const pi = findAdapter({ agent: 'pi' });
    const removed = ['../{AGENTS.md,AGENTS.override.md,CLAUDE.md}', '~/.pi/agent/sessions/**'];
    const state = pi.state.filter(({ pattern }) => !removed.includes(pattern));
    expect(state).toHaveLength(pi.state.length - removed.length);
    const machine = await openMachine('docker', () => undefined);
    try {
      const result = await probeAgent({ ...pi, state }, { machine, clock: systemClock, signal: new AbortController().signal, note: () => undefined });
      expectWhole(result, pi);
      expect(result.agrees).toBe(false);
      expect(result.differences.filter(({ kind }) => kind === 'unknown-read').map(({ at }) => at)).toEqual(['AGENTS.md', 'AGENTS.override.md', 'CLAUDE.md'].map((name) => `/home/projects/${name}`));
      const written = result.differences.filter(({ kind }) => kind !== 'unknown-read');
      expect(written.length).toBeGreaterThan(0);
      for (const { kind, at } of written) expect([kind, at]).toEqual(['unknown-write', expect.stringMatching(/^~\/\.pi\/agent\/sessions\/.*\.jsonl$/)]);
      expect(compareTable(sightOf(result), pi)).toEqual([]);
    } finally {
      await machine.close();
    }
  });
});

function expectWhole({ agent, version, marks, written }: ProbeResult, adapter: AgentAdapter): void {
  expect({ agent, version }).toEqual({ agent: adapter.id, version: adapter.version });
  expect(marks.filter(({ reached }) => reached === 'first').length).toBeGreaterThan(3);
  expect(marks.filter(({ reached }) => reached === 'never').length).toBeGreaterThan(300);
  expect(written.length).toBeGreaterThan(2);
}

/** The pattern that decides about a path. */
const entryBehind = (path: string | undefined, { state }: AgentAdapter): string =>
  state.find((entry) => path !== undefined && classOf(path, [entry], ROOTS) !== undefined)?.pattern ?? 'no entry';

/** What was seen, whatever a table says of it. */
const sightOf = ({ marks, written, looks }: ProbeResult): Sight => ({
  files: marks.map(({ path }) => ({ path, mark: '', text: '' })),
  reached: new Map(marks.flatMap(({ path, reached }) => (reached === 'never' ? [] : [[path, reached] as const]))),
  written: written.map(({ path }) => path),
  looks,
});

/** What is said of what was seen where one entry is missing. */
const named = (result: ProbeResult, { state }: AgentAdapter, pattern: string): string[] =>
  compareTable(sightOf(result), { state: state.filter((entry) => entry.pattern !== pattern) }).map(({ message }) => message);
