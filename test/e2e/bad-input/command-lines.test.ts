import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { controls, manifestFile } from '../../support/cleanslate.js';
import { refused } from '../../support/refused.js';
import { temporaryDirectory } from '../../support/temporary.js';

/** A folder with a good manifest. */
function folder(): string {
  const made = temporaryDirectory();
  manifestFile(controls(['amnesiac'], ['handoff'], 1), made);
  return made;
}

const RUN = ['run', 'manifest.yaml', '--engine', 'local'];

describe('a command line is refused with one line', () => {
  test.for<[args: string[], line: RegExp]>([
    [['rum', 'manifest.yaml'], /^unknown command 'rum'.*; see --help$/],
    [['run'], /^missing required argument 'manifest'; see --help$/],
    [['run', 'manifest.yaml', 'another.yaml'], /^too many arguments/],
    [[...RUN, '--concurency', '2'], /^unknown option '--concurency'.*--concurrency/],
    [[...RUN, '--concurrency', '0'], /--concurrency.*must be a whole number from 1; see --help$/],
    [[...RUN, '--concurrency', 'all'], /--concurrency.*must be a whole number from 1; see --help$/],
    [['run', 'manifest.yaml', '--engine', 'podman'], /--engine.*Allowed choices are auto, docker, local/],
    [[...RUN, '--only', 'nobody*'], /^--only: no trial matches "nobody\*"; a trial is called, for example, amnesiac\.short\.handoff\.run-1/],
    [['show', 'nowhere'], /^nowhere: is not a campaign directory; it has no journal\.jsonl/],
    [['show', '.'], /^\.: is not a campaign directory/],
    [['show', 'manifest.yaml'], /^manifest\.yaml: is not a campaign directory/],
    [['verify', 'nowhere'], /^nowhere: is not a campaign directory; it has no journal\.jsonl/],
    [['verify', 'manifest.yaml'], /^manifest\.yaml: is not a campaign directory/],
    [['agents', 'control/insomniac'], /^agent: unknown agent `control\/insomniac`; known: .*control\/amnesiac/],
  ])('%j', async ([args, line]) => {
    expect(await refused(args, folder())).toMatch(line);
  });
});

describe('--out is refused before anything starts', () => {
  test.for<[what: string, prepare: (folder: string) => void, line: RegExp]>([
    ['a file', (at) => { writeFileSync(join(at, 'out'), ''); }, /^out: is not a directory; give --out/],
    ['below a file', (at) => { writeFileSync(join(at, 'file'), ''); symlinkSync('file/x', join(at, 'out')); }, /^out: is not a directory; give --out/],
    ['somebody\'s own directory', (at) => { mkdirSync(join(at, 'out')); writeFileSync(join(at, 'out/thesis.txt'), 'mine'); }, /^out: is not empty and not a campaign; give --out a directory of its own/],
    ['a link in a circle', (at) => { symlinkSync('out', join(at, 'out')); }, /^out: leads round in a circle of links/],
    ['a name that is too long', (at) => { symlinkSync('x'.repeat(300), join(at, 'out')); }, /^out: is too long for a name/],
  ])('%s', async ([, prepare, line]) => {
    const at = folder();
    prepare(at);
    expect(await refused([...RUN, '--out', 'out'], at)).toMatch(line);
  });

  test.skipIf(process.getuid?.() === 0)('a directory that may not be written', async () => {
    const at = folder();
    mkdirSync(join(at, 'out'));
    chmodSync(join(at, 'out'), 0o500);
    expect(await refused([...RUN, '--out', 'out'], at)).toMatch(/^out: may not be written by this user; give --out/);
    expect(await refused([...RUN, '--out', 'out/deeper'], at)).toMatch(/^out\/deeper: may not be written by this user/);
  });

  test.skipIf(process.getuid?.() !== 0)('a file system that cannot be written', async () => {
    expect(await refused([...RUN, '--out', '/sys/campaign'], folder())).toMatch(/^\/sys\/campaign: may not be written by this user/);
  });
});
