import { expect, test } from 'vitest';
import { cleanslate } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';

describeWithEngine('images', () => {
  test('build leaves what is built as it is, and list has it as current', async () => {
    const built = await cleanslate(['images', 'build', 'base']);
    expect(built).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^cleanslate\/base:[0-9a-f]{12} {2}sha256:[0-9a-f]{64} {2}(?:already there|built)$/) as string });
    const listed = JSON.parse((await cleanslate(['images', 'list', '--json'])).stdout) as { name: string; reference: string; present: boolean; state: string }[];
    expect(listed.find(({ name }) => name === 'base')).toMatchObject({ reference: built.stdout.split(' ')[0], present: true, state: 'current' });
  });

  test('a base that no registry gives is refused in one line', async () => {
    const { exitCode, stdout, stderr } = await cleanslate(['images', 'build', 'base', '--base', '127.0.0.1:1/none:none']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr.split('\n').filter((line) => line.startsWith('cleanslate: '))).toEqual([expect.stringMatching(/the base image 127\.0\.0\.1:1\/none:none cannot be pulled: .*--base/)]);
  });
});
