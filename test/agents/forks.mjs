// forks.mjs FILE: leaves its group, its session and its parent, ignores every polite signal, and counts in FILE for as
// long as any of it lives.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';

const [file, generation = '0'] = process.argv.slice(2);
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT']) process.on(signal, () => {});

if (generation === '2') {
  setInterval(() => appendFileSync(file, 'x'), 10);
} else {
  spawn(process.execPath, [process.argv[1], file, String(Number(generation) + 1)], { detached: true, stdio: 'ignore' }).unref();
}
if (generation === '0') {
  const told = setInterval(() => {
    if (!existsSync(file)) return;
    clearInterval(told);
    console.log('forked');
  }, 5);
  setInterval(() => {}, 1000);
}
