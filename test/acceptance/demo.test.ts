import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanslate, jsonLines } from '../support/cleanslate.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { temporaryDirectory } from '../support/temporary.js';

const MANIFEST = join(import.meta.dirname, '../../manifests/demo.yaml');

describeOnEveryMachine('the demo', (machine) => {
  test('every control agent scores as built, five times in each profile; the leaker finds nothing; all of it verifies', async () => {
    const dir = join(temporaryDirectory(), 'demo');
    const { exitCode, stdout } = await cleanslate(['run', MANIFEST, '--engine', machine, '--out', dir]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('All 90 trials complete.\nNo invalid attempts.');
    expect(stdout).toContain('(18 of them)');
    expect(stdout.match(/\| 5\/5 \|/g)).toHaveLength(18);
    expect(stdout.match(/^\| leaker \| control\/leaker .* \| 5\/5 \| 0 \|$/gm)).toHaveLength(3);
    expect(stdout.match(/^\| oracle \| short \| \S+ \| \d+ \| 5 \| 4\.00 \|/gm)).toHaveLength(3);
    expect(jsonLines(readFileSync(join(dir, 'results.jsonl'), 'utf8'))).toHaveLength(90);
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
  });
});
