import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { exclusively } from './lock.js';

const name = `lock-test-${String(process.pid)}`;

it('lets one in at a time, in one process and over a failure', async () => {
  const said: string[] = [];
  const enter = (who: string) =>
    exclusively(name, async () => {
      said.push(`${who} in`);
      await new Promise(setImmediate);
      said.push(`${who} out`);
      if (who === 'b') throw new Error('b fails');
    });
  await Promise.allSettled(['a', 'b', 'c'].map(enter));
  expect(said.map((line) => line.split(' ')[1])).toEqual(['in', 'out', 'in', 'out', 'in', 'out']);
  expect(new Set(said.map((line) => line.split(' ')[0]))).toEqual(new Set(['a', 'b', 'c']));
});

it.skipIf(process.platform !== 'linux')('is let go by a process that is killed, and not before', async () => {
  // The other process holds the lock as `exclusively` does: by listening.
  const program = `require('node:net').createServer(() => process.send('somebody waits')).listen('\\0cleanslate-${name}', () => process.send('held'))`;
  const holder = fork('-e', [program], { stdio: 'ignore' });
  await once(holder, 'message');
  let entered = false;
  const mine = exclusively(name, async () => {
    entered = true;
    await Promise.resolve();
  });
  await once(holder, 'message');
  expect(entered).toBe(false);
  holder.kill('SIGKILL');
  await mine;
  expect(entered).toBe(true);
});
