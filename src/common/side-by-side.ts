import PQueue from 'p-queue';

/**
 * Does the same work for each item, at most `width` at once, and gives the results in the order of the items.
 * After a failure nothing else begins; it is thrown when all that had begun has ended, so that nobody works on behind it.
 */
export async function sideBySide<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const queue = new PQueue({ concurrency: width });
  const results: R[] = [];
  const failures: unknown[] = [];
  for (const [at, item] of items.entries()) {
    void queue.add(async () => {
      try {
        results[at] = await work(item);
      } catch (error) {
        failures.push(error);
        queue.clear();
      }
    });
  }
  await queue.onIdle();
  if (failures.length > 0) throw failures[0];
  return results;
}
