import { buffer } from 'node:stream/consumers';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Subject } from '../subject.js';
import { agent, finish, inSandbox, run, shell } from '../tools.js';

const MB = 1024 * 1024;

export function streamCases(subject: () => Subject): void {
  test('standard output and error come apart, byte for byte, with the exit code', async () => {
    await inSandbox(subject(), async (sandbox) => {
      const { stdout, stderr, exit } = await sandbox.start(shell("printf 'out \\377\\000 bytes'; printf 'err' >&2; exit 3"));
      const [out, err, end] = await Promise.all([buffer(stdout), buffer(stderr), exit]);
      expect(out).toEqual(Buffer.from([...Buffer.from('out '), 0xff, 0, ...Buffer.from(' bytes')]));
      expect(err.toString()).toBe('err');
      expect(end).toMatchObject({ reason: 'exit', code: 3, signal: null });
      expect(end.duration_ms).toBeGreaterThan(0);
    });
  });

  test('a megabyte goes in by standard input and comes back, then the input ends', async () => {
    const bytes = Buffer.alloc(MB, Buffer.from([0, 1, 254, 255, 10, 13]));
    await inSandbox(subject(), async (sandbox) => {
      const { stdout, stderr, exit } = await sandbox.start(shell('tee /dev/stderr'), { stdin: bytes });
      const [out, err] = await Promise.all([buffer(stdout), buffer(stderr), exit]);
      expect(out.equals(bytes)).toBe(true);
      expect(err.equals(bytes)).toBe(true);
    });
  });

  test('without standard input there is none, and nobody waits for it', async () => {
    await inSandbox(subject(), async (sandbox) => {
      expect((await run(sandbox, shell('cat; echo end'))).stdout).toBe('end\n');
    });
  });

  test.each([
    ['SIGTERM', 'kill -TERM $$'],
    ['SIGKILL', 'kill -KILL $$'],
  ])('an end by %s is told as this signal', async (signal, script) => {
    await inSandbox(subject(), async (sandbox) => {
      expect((await run(sandbox, shell(script))).exit).toMatchObject({ reason: 'exit', code: null, signal });
    });
  });

  test('a program that does not read its input ends as it likes', async () => {
    await inSandbox(subject(), async (sandbox) => {
      const { exit } = await run(sandbox, ['true'], { stdin: Buffer.alloc(4 * MB) });
      expect(exit).toMatchObject({ reason: 'exit', code: 0 });
    });
  });

  test('100 MB of output wait for a slow reader without filling memory', { concurrent: false }, async () => {
    await inSandbox(subject(), async (sandbox) => {
      const before = process.memoryUsage();
      let most = 0;
      const measure = (): void => {
        const { arrayBuffers, heapUsed } = process.memoryUsage();
        most = Math.max(most, arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed);
      };
      const { stdout, stderr, exit } = await sandbox.start(agent(sandbox, 'floods', '100'));
      stderr.resume();
      await wait(1000); // The reader is away, and the flood comes.
      measure();
      let bytes = 0;
      for await (const chunk of stdout as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes % 16 === 0) await turn();
        measure();
      }
      expect(bytes).toBe(100 * MB);
      expect(await exit).toMatchObject({ reason: 'exit', code: 0 });
      expect(most).toBeLessThan(60 * MB);
    });
  });

  test('a reader who walks away does not keep the sandbox from ending', async () => {
    await inSandbox(subject(), async (sandbox) => {
      const running = await sandbox.start(shell('echo one; sleep 0.2; exit 0'));
      running.stdout.destroy();
      running.stdout.on('error', () => undefined);
      running.stderr.resume();
      expect((await running.exit).reason).toBe('exit');
      await expect(finish(running)).rejects.toThrow();
    });
  });
}
