import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.js';

test('so many at once and no more, in the order of the items', async () => {
  let [now, most] = [0, 0];
  const results = await sideBySide([3, 1, 2, 5, 4], 2, async (item) => {
    most = Math.max(most, (now += 1));
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    now -= 1;
    return item * 10;
  });
  expect(results).toEqual([30, 10, 20, 50, 40]);
  expect(most).toBe(2);
});

test('a failure lets what had begun end, and nothing else begin', async () => {
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    if (item === 1) throw new Error('the first');
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    ended.push(item);
  };
  await expect(sideBySide([0, 1, 2, 3], 2, work)).rejects.toThrow('the first');
  expect(ended).toEqual([0]);
});
