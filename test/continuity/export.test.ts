import { execa } from 'execa';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const program = `
  import { score, scoreInputSchema, scoreSchema } from 'cleanslate/scoring';
  import { readFileSync } from 'node:fs';
  const input = scoreInputSchema.parse({ scenario: JSON.parse(readFileSync('fixtures/scenarios/short.json', 'utf8')), profile: 'handoff', response: '{}' });
  console.log(scoreSchema.parse(score(input)).format_failure);
`;

test('other harnesses import the scorer as cleanslate/scoring, with its schemas', async () => {
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  expect(stdout).toBe('the response is not an object with an object `answers`');
});

test('what the scorer loads brings in nothing for network or processes', async () => {
  const loaded = `
    import 'cleanslate/scoring';
    console.log(process.moduleLoadList.filter((name) => /^NativeModule (net|http|https|tls|dgram|child_process|worker_threads)$/.test(name)).join());
  `;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', loaded], { cwd: root });
  expect(stdout).toBe('');
});
