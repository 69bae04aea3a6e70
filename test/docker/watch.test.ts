import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DockerProvider } from '../../src/sandbox/docker.js';
import { HOME, WORKSPACE } from '../../src/sandbox/layout.js';
import { describeWithEngine, dockerProvider, spec } from '../support/engine.js';
import { untilPrinted } from './running.js';

describeWithEngine('watching a container', () => {
  let provider: DockerProvider;
  beforeAll(() => {
    provider = dockerProvider();
  });
  afterAll(() => provider.close());

  test('shows its files live on a local engine, and nowhere a link leads to', async ({ skip }) => {
    const sandbox = await provider.create(await spec());
    try {
      expect(await sandbox.watchable(WORKSPACE)).toBeUndefined();
      const running = await sandbox.start(['sh', '-c', 'echo now > file; ln -s /etc ~/etc; echo up; sleep 60']);
      running.stderr.resume();
      await untilPrinted(running, 'up');
      running.stdout.resume();
      const directory = await sandbox.watchable(WORKSPACE);
      if (directory === undefined) return skip('the processes of this engine cannot be seen on this machine by this user');
      expect(readdirSync(directory)).toEqual(['file']);
      expect(readFileSync(`${directory}/file`, 'utf8')).toBe('now\n');
      expect(await sandbox.watchable(`${HOME}/etc`)).toBeUndefined();
      await sandbox.kill();
      expect(await sandbox.watchable(WORKSPACE)).toBeUndefined();
    } finally {
      await sandbox.destroy();
    }
  });
});
