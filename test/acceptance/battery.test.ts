import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanslate } from '../support/cleanslate.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { temporaryDirectory } from '../support/temporary.js';

describeOnEveryMachine('calibration', (machine) => {
  test('every example of all 32 tasks of core-v1 gets what its key says, and the table tells them apart in each category', async () => {
    const dir = join(temporaryDirectory(), 'calibration');
    const { exitCode, stdout } = await cleanslate(['calibrate', 'core-v1', '--engine', machine, '--out', dir]);
    expect({ exitCode, faults: exitCode === 0 ? '' : stdout }).toEqual({ exitCode: 0, faults: '' });
    expect(stdout).toContain('examples of 32 tasks got what their keys say; right answers and others are apart in every category.');
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
  });
});
