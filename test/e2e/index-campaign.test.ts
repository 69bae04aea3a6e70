import { execaSync } from 'execa';
import { cpSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sha256 } from '../../src/common/digest.js';
import { inPackage } from '../../src/common/package-root.js';
import { proxyTo } from '../docker/proxy.js';
import { cleanslate, manifestFile } from '../support/cleanslate.js';
import { runDisturbed } from '../support/disturbed-index.js';
import { describeWithEngine, theEngine } from '../support/engine.js';
import { filesBelow } from '../support/files-below.js';
import { holders, ownPromptPieces } from '../support/own-prompts.js';
import { suiteDirectory, temporaryDirectory } from '../support/temporary.js';

/** One task of each category, those with the fewest sessions. */
const FOUR = ['withdrawn-without-successor', 'closed-folder-and-its-neighbour', 'refund-above-the-limit', 'same-figure-two-regions'];
const REAL = ['codex', 'pi'];
const MINUTES = 60_000;

// The acceptance campaign in small: all 32 tasks are test/acceptance/index.test.ts.
describeWithEngine('manifests/index.yaml on one task of each category', () => {
  const folder = suiteDirectory();
  let [dir, bundle, stdout, published] = ['', '', '', ''];
  const json = (name: string): unknown => JSON.parse(readFileSync(join(bundle, name), 'utf8'));
  /** Of attempts that were interrupted before they asked anything, there is nothing. */
  const wiresOf = (id: string): string[] => filesBelow(join(dir, 'trials')).filter((path) => relative(join(dir, 'trials'), path).startsWith(`${id}.`) && path.endsWith('/wire.jsonl') && statSync(path).size > 0);

  beforeAll(async () => {
    [dir, bundle] = [join(folder(), 'campaign'), join(folder(), 'bundle')];
    const index = parse(readFileSync(inPackage('manifests/index.yaml'), 'utf8')) as { configurations: { id: string }[] };
    // That an agent remembers nothing is the business of the whole battery's campaign.
    const file = manifestFile({ ...index, battery: { use: 'core-v1', tasks: FOUR }, configurations: index.configurations.filter(({ id }) => id !== 'absent') }, folder());
    let proxy = await proxyTo(theEngine());
    const engine = { address: () => proxy.endpoint.address, lose: () => { proxy.cut(); }, bringBack: async () => { proxy.close(); proxy = await proxyTo(theEngine()); } };
    ({ stdout } = await runDisturbed(file, dir, engine, { killAfter: 6, loseAfter: 16 }, ['--no-preflight', '--concurrency', '4']).finally(() => { proxy.close(); }));
  }, 15 * MINUTES);

  test('five runs of each with two real binaries survive a kill and a lost engine, and are pending until they are published', async () => {
    expect(stdout).toContain('All 60 trials complete.\nNo invalid attempts.');
    expect(stdout).toMatch(/^\| right \| full \| 0 in 5 \| 0 in 5 \| 0 in 5 \| 0 in 5 \| 0 \| 20 \|/m);
    for (const id of REAL) expect(stdout).toMatch(new RegExp(`^\\| ${id} \\| full \\| 4 of 4 \\| 20 \\| `, 'm'));
    expect(stdout).toContain('Results pending: ');
    const done = await cleanslate(['publish', dir, '--out', bundle]);
    expect({ exitCode: done.exitCode, why: done.exitCode === 0 ? '' : done.stdout + done.stderr }).toEqual({ exitCode: 0, why: '' });
    published = readFileSync(join(bundle, 'tables/summary.md'), 'utf8');
    expect(published).not.toContain('pending');
    expect(json('publication.json')).toMatchObject({ quarter: '2026-Q4', tasks: 4, runs: 5, trials: 60, battery: { name: 'core-v1', part: '4 tasks' } });
  });

  test('what is published is a part of the battery, and says so wherever it has a name', () => {
    const said = 'part of the battery core-v1 (4 tasks)';
    expect(published).toContain(`This is ${said}`);
    expect(readFileSync(join(bundle, 'README.md'), 'utf8')).toContain(`# index, ${said}\n`);
    const graph = (json('ro-crate-metadata.json') as { '@graph': { '@id': string; name: string }[] })['@graph'];
    expect(graph.find((entity) => entity['@id'] === './')?.name).toBe(`index, 2026-Q4, ${said}`);
    expect((json('tables/deviations.json') as { found: string[] }).found).toContain(`Of the battery core-v1, only 4 tasks were run: ${FOUR.join(', ')}.`);
  });

  test('no program’s own prompts are in the bundle: each is withheld by its digest, listed, and a deviation', () => {
    const { redactions } = json('redactions.json') as { redactions: { file: string; kinds: string[]; before: string }[] };
    for (const id of REAL) {
      const wires = wiresOf(id);
      const pieces = ownPromptPieces(wires);
      expect(pieces.length, id).toBeGreaterThanOrEqual(10);
      expect(holders(bundle, pieces)).toEqual([]);
      expect((json('tables/deviations.json') as { found: string[] }).found).toContainEqual(`System prompts and tool definitions of the program of ${id} are its maker's, and withheld: in 20 trials.`);
      for (const wire of wires) {
        const name = relative(dir, wire);
        expect(redactions.find(({ file }) => file === name), name).toMatchObject({ kinds: expect.arrayContaining(['third-party-prompt']) as string[], before: sha256(readFileSync(wire)) });
        expect(readFileSync(join(bundle, name), 'utf8'), name).toMatch(/withheld"?:"?sha256:[0-9a-f]{64}/);
      }
    }
  });

  test('the bundle verifies in an empty directory, with a home that has nothing and no engine', async () => {
    const elsewhere = temporaryDirectory();
    cpSync(bundle, join(elsewhere, 'bundle'), { recursive: true });
    const { exitCode, stdout: checked } = await cleanslate(['verify', 'bundle'], { HOME: join(elsewhere, 'home'), XDG_CACHE_HOME: join(elsewhere, 'cache'), DOCKER_HOST: 'unix:///nowhere.sock' }, elsewhere);
    expect({ exitCode, fails: checked.split('\n').filter((line) => !line.startsWith('ok   ')) }).toEqual({ exitCode: 0, fails: [] });
    expect(execaSync('sha256sum', ['--check', '--quiet', 'bundle.sha256'], { cwd: join(elsewhere, 'bundle') })).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });
});
