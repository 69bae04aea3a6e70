import { expect, test } from 'vitest';
import { planCalibration } from './plan.js';

const TASKS = ['owner-moved-midway', 'same-figure-two-regions'];
const idsOf = async (more: object): Promise<string[]> => (await planCalibration({ battery: 'core-v1', folder: '.', ...more })).runs.map(({ id }) => id);

test('every example plays its task, the right one its ceiling and the forgetful one its floor; nothing else plays a variant', async () => {
  const ids = await idsOf({ tasks: TASKS });
  for (const task of TASKS) {
    expect(ids).toEqual(expect.arrayContaining([`right.${task}.full.run-1`, `absent.${task}.full.run-1`]));
    expect(ids.filter((id) => id.includes(task) && !id.includes('.full.'))).toEqual([`right.${task}.ceiling.run-1`, `absent.${task}.floor.run-1`]);
  }
  expect(ids.filter((id) => id.startsWith('control-'))).toEqual([]);
});

test('the reading controls are run in every profile of the scenarios, and on no task', async () => {
  const ids = (await idsOf({ tasks: TASKS, scenarios: ['short', 'revision'] })).filter((id) => id.startsWith('control-'));
  expect(ids).toHaveLength(6 * (3 + 2));
  expect(ids).toContain('control-leaker.short.instructions.run-1');
  expect(ids).toContain('control-oracle-reader.revision.contextos.run-1');
  expect(ids.filter((id) => TASKS.some((task) => id.includes(task)))).toEqual([]);
});

test('without a word all scenarios are among them; a secret that is not there is said', async () => {
  const ids = await idsOf({});
  expect(['short', 'long', 'revision'].map((scenario) => ids.some((id) => id.startsWith(`control-inventor.${scenario}.`)))).toEqual([true, true, true]);
  await expect(planCalibration({ battery: 'core-v1', folder: '.', secret_env: 'NO_SUCH_SECRET' })).rejects.toMatchObject({ code: 'CLEANSLATE_BATTERY_SECRET', where: '--secret-env' });
});
