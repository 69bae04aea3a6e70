import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { cleanslate } from '../support/cleanslate.js';
import { blocksOf } from '../support/markdown.js';
import { temporaryDirectory } from '../support/temporary.js';

/** A command line's words; single quotes keep a glob together. */
const wordsOf = (line: string): string[] => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

test('the commands of docs/debug-a-trial.md do what the page says, one after the other', { timeout: 300_000 }, async () => {
  const cwd = temporaryDirectory();
  const [block = ''] = blocksOf(readFileSync(inPackage('docs/debug-a-trial.md'), 'utf8'), 'sh');
  const lines = block.trim().split('\n');
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    const [, , ...words] = wordsOf(line.replace('manifests/', `${inPackage('manifests')}/`));
    const { exitCode, stderr } = await cleanslate(words, {}, cwd);
    // Two agents that behave differently do differ; progress, and what a shell starts from, are told on standard error.
    expect({ line, exitCode, stderr: words[0] === 'run' || words[0] === 'shell' ? '' : stderr }).toEqual({ line, exitCode: words[0] === 'compare' ? 1 : 0, stderr: '' });
  }
});
