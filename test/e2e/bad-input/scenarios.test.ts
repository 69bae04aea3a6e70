import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifestFile } from '../../support/cleanslate.js';
import { refused } from '../../support/refused.js';
import { temporaryDirectory } from '../../support/temporary.js';

const SHORT = readFileSync(join(import.meta.dirname, '../../../fixtures/scenarios/short.json'), 'utf8');

/** A folder with a manifest whose one task is the scenario `s.json` beside it. */
function folderWith(scenario: string | Buffer | undefined): string {
  const folder = temporaryDirectory();
  if (scenario !== undefined) writeFileSync(join(folder, 's.json'), scenario);
  manifestFile({ campaign: 'small', runs: 1, tasks: [{ scenario_file: 's.json', profiles: ['handoff'] }], configurations: [{ id: 'one', agent: 'control/amnesiac' }] }, folder);
  return folder;
}

const refusal = (folder: string): Promise<string> => refused(['run', 'manifest.yaml', '--engine', 'local', '--out', 'out'], folder);

describe('a scenario of a campaign is refused before anything starts: with file, place and reason', () => {
  test.for<[what: string, from: string, to: string, line: RegExp]>([
    ['an unknown key', '"description"', '"descripton"', /^s\.json:\d+:\d+ descripton: unknown key `descripton`; remove it/],
    ['a key twice', '"launch_month": "What', '"database": "What', /^s\.json:\d+:\d+: duplicated key `database`; each id/],
    ['a question without an expected answer', '"launch_month": "What', '"launch_day": "When?", "launch_month": "What', /^s\.json:\d+:\d+ questions\.launch_day: has no entry in `expected`/],
    ['an expected quote that is not in its source', '"quote": "The launch month of Lantern is unconfirmed', '"quote": "The launch month of Lantern is still unconfirmed', /^s\.json:\d+:\d+ expected\.launch_month\.quote: is not in `state\/blockers\.md`/],
    ['an expected source that is not there', '"source": "state/blockers.md"', '"source": "state/blocks.md"', /^s\.json:\d+:\d+ expected\.launch_month\.source: there is no source `state\/blocks\.md`/],
    ['a source above the workspace', '"state/priorities.md"', '"../priorities.md"', /^s\.json:\d+:\d+ sources\["\.\.\/priorities\.md"\]: .*leaves the workspace \(`\.\.`\)/],
    ['an absolute source', '"state/priorities.md"', '"/etc/passwd"', /^s\.json:\d+:\d+ sources\["\/etc\/passwd"\]: .*absolute, so it leaves the workspace/],
    ['a source in the repository\'s own folder', '"state/priorities.md"', '".git/hooks/post-checkout"', /^s\.json:\d+:\d+ sources\["\.git\/hooks\/post-checkout"\]: /],
    ['JSON that breaks off', SHORT.slice(-40), '', /^s\.json:\d+:\d+: is not JSON: /],
  ])('%s', async ([, from, to, line]) => {
    expect(SHORT).toContain(from);
    expect(await refusal(folderWith(SHORT.replace(from, to)))).toMatch(line);
  });

  test.for<[what: string, scenario: string | Buffer | undefined, line: RegExp]>([
    ['a file that is not there', undefined, /^s\.json: no such file; give the path/],
    ['an empty file', '', /^s\.json:1:1: is not JSON/],
    ['bytes that are not text', Buffer.from([0x7b, 0xff, 0x00]), /^s\.json: is not UTF-8 text/],
    ['another kind of JSON', '[]', /^s\.json:1:1: must be keys with values, not a list/],
    ['nesting without end', '['.repeat(200_000), /^s\.json:.*is not JSON/],
  ])('%s', async ([, scenario, line]) => {
    expect(await refusal(folderWith(scenario))).toMatch(line);
  });

  test('two scenarios that share an id, or two tasks that do', async () => {
    const other = folderWith(SHORT.replace('CSV, one file', 'XML, one file').replaceAll('CSV, one file', 'XML, one file'));
    const campaign = (...tasks: unknown[]): void =>
      void manifestFile({ campaign: 'small', runs: 1, tasks, configurations: [{ id: 'one', agent: 'control/amnesiac' }] }, other);
    campaign({ scenario: 'short', profiles: ['handoff'] }, { id: 'mine', scenario_file: 's.json', profiles: ['handoff'] });
    expect(await refusal(other)).toMatch(/^manifest\.yaml:\d+:\d+ tasks\[1\]: scenario id `short` is that of .*short\.json too, which says something else; give one/);
    campaign({ scenario: 'short', profiles: ['handoff'] }, { id: 'short', scenario: 'long', profiles: ['contextos'] });
    expect(await refusal(other)).toMatch(/^manifest\.yaml:\d+:\d+ tasks\[1\]: task `short` is there twice; give one/);
  });
});
