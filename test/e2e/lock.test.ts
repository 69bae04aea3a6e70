import { execa } from 'execa';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { cleanslate, LIMITS, manifestFile, type Finished } from '../support/cleanslate.js';
import { engine } from '../support/engine.js';
import { runElsewhere } from '../support/other-place.js';
import { programCopy } from '../support/program-copy.js';
import { suiteDirectory, temporaryDirectory } from '../support/temporary.js';

const TASK = 'refund-above-the-limit';

describe('a locked protocol', () => {
  const folder = suiteDirectory();
  let file: string;
  let own: string;
  const lock = (...more: string[]): Promise<Finished> => cleanslate(['lock', file, '--engine', 'local', ...more]);
  const run = (out: string): Promise<Finished> => cleanslate(['run', file, '--engine', 'local', '--out', join(folder(), out)]);
  const locked = (): Record<string, unknown> => JSON.parse(readFileSync(join(folder(), 'manifest.lock.json'), 'utf8')) as Record<string, unknown>;

  /** Changes a file, looks, and changes it back. */
  async function withChange(path: string, from: string, to: string, look: () => Promise<void>): Promise<void> {
    const before = readFileSync(path, 'utf8');
    expect(before).toContain(from);
    writeFileSync(path, before.replace(from, to));
    await look().finally(() => { writeFileSync(path, before); });
  }

  beforeAll(async () => {
    own = join(folder(), 'own');
    cpSync(inPackage('fixtures/batteries/core-v1'), own, { recursive: true });
    file = manifestFile({
      campaign: 'index', runs: 1, limits: LIMITS, order: { policy: 'shuffled', seed: 1 },
      battery: { use: './own', tasks: [TASK] }, tasks: [{ scenario: 'short', profiles: ['handoff'] }],
      configurations: [{ id: 'right', agent: 'control/example', example: 'right' }, { id: 'reader', agent: 'control/oracle-reader' }],
    }, folder());
    expect(await lock()).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^locked: [0-9a-f]{64}$/) as string });
  });

  test('locks the same bytes again, and --check agrees', async () => {
    const { root } = locked();
    expect((await lock()).stdout).toBe(`as locked before: ${String(root)}`);
    expect(await lock('--check')).toMatchObject({ exitCode: 0, stdout: `as locked: ${String(root)}` });
  });

  test.each([
    ['a prompt', 'task.yaml', 'it looks so cold', 'it looks too cold', `task_parts.${TASK}.material`],
    ['a key', 'key.yaml', 'shows: absent', 'shows: invented', `task_parts.${TASK}.key`],
    ['a check', 'task.yaml', 'absent: 2, ambiguous: 2', 'absent: 2, ambiguous: 1', `task_parts.${TASK}.checks`],
    ["the protocol's version", '../battery.yaml', "protocol: '1.0'", "protocol: '2.0'", 'protocol'],
  ])('one character of %s: the next run stops before anything starts, and names it, as --check does', async (what, name, from, to, part) => {
    await withChange(join(own, TASK, name), from, to, async () => {
      expect(await run('drifted')).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(new RegExp(`the protocol was locked with other: .*${part.replaceAll('.', String.raw`\.`)}[,;]`)) as string });
      if (what === 'a key') expect(await lock('--check')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(part) as string });
    });
    expect(existsSync(join(folder(), 'drifted'))).toBe(false);
  });

  test('one character of code that scoring only reaches, and the next run stops and names what it belongs to', async () => {
    const program = programCopy(temporaryDirectory(), { file: 'dist/common/paths.js', edit: (text) => `${text}\n` });
    const { exitCode, stderr } = await execa(process.execPath, [program, 'run', file, '--engine', 'local', '--out', join(folder(), 'drifted')], { reject: false });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('the protocol was locked with other: harness.scorer, harness.validity;') as string });
  });

  test('a run of another order is refused before anything starts, and nothing is left of it', async () => {
    await withChange(file, 'seed: 1', 'seed: 2', async () => {
      expect(await run('drifted')).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/the protocol was locked with other: manifest[;,]/) as string });
    });
    expect(() => readFileSync(join(folder(), 'drifted'))).toThrow('ENOENT');
  });

  test('an amendment before the first run is recorded; without a reason there is none; after the run there is none at all', async () => {
    const before = locked()['root'];
    await withChange(file, 'agent_seconds: 30', 'agent_seconds: 31', async () => {
      expect(await lock()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('differs now in: manifest') as string });
      expect(await lock('--amend', 'one second more', '--by', 'Mara Lind')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('amended (manifest)') as string });
      expect(locked()).toMatchObject({ amendments: [{ by: 'Mara Lind', note: 'one second more', changed: ['manifest'], from: before, to: locked()['root'] }], first_run: null });
      expect((await run('first')).exitCode).toBe(0);
      expect(locked()).toMatchObject({ first_run: { campaign: 'index' } });
      const campaign = JSON.parse(readFileSync(join(folder(), 'first/campaign.json'), 'utf8')) as Record<string, unknown>;
      expect(campaign['protocol_lock']).toEqual({ root: locked()['root'], amendments: locked()['amendments'] });
      expect((await cleanslate(['verify', join(folder(), 'first')])).exitCode).toBe(0);
    });
    expect(await lock('--amend', 'back again', '--by', 'Mara Lind')).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/was run at .* differs now in: manifest.*cleanslate deviate/) as string });
  });

  test.skipIf(engine === undefined)('the same evidence scored in two containers of other time zone, locale and host name: the same bytes, those of the campaign', async () => {
    const dir = join(folder(), 'first');
    const here = await execa(process.execPath, [inPackage('test/children/scores-again.mjs'), inPackage('dist'), dir]);
    const places = [
      { hostname: 'kite', env: { TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
      { hostname: 'otter', env: { TZ: 'America/St_Johns', LANG: 'C', LC_ALL: 'C' } },
    ];
    const [one, other] = await Promise.all(places.map((place) => runElsewhere('scores-again.mjs', dir, place)));
    expect(one).toContain('"points":0');
    expect(other).toBe(one);
    expect(one).toBe(`${here.stdout}\n`);
  });

  test('a lock whose first run was changed by hand is none', async () => {
    await withChange(join(folder(), 'manifest.lock.json'), '"campaign": "index",\n    "dir"', '"campaign": "other",\n    "dir"', async () => {
      expect(await lock('--check')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('its seal does not stand for its amendments and first run') as string });
    });
  });

  test('a campaign is not resumed under a lock that was made anew without its past', async () => {
    const path = join(folder(), 'manifest.lock.json');
    const past = readFileSync(path, 'utf8');
    await withChange(file, 'agent_seconds: 30', 'agent_seconds: 31', async () => {
      rmSync(path);
      await lock();
      expect(await run('first')).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/manifest\.lock\.json.*is not the lock that .*first was begun under/) as string });
    }).finally(() => { writeFileSync(path, past); });
  });

  test('a battery alone is locked for its quarter', async () => {
    const out = join(folder(), 'battery.lock.json');
    expect((await cleanslate(['lock', '--quarter', '2026-Q4', '--out', out])).stdout).toMatch(/^locked: /);
    expect(await cleanslate(['lock', 'core-v1', '--quarter', '2027-Q1', '--out', out, '--check'])).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('DRIFTED: quarter') as string });
  });
});

test('what cannot be locked is refused in one line', async () => {
  expect(await cleanslate(['lock', 'core-v9'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is no battery `core-v9`') as string });
  expect(await cleanslate(['lock', 'core-v1', '--amend', 'why'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--amend and --by belong together') as string });
});
