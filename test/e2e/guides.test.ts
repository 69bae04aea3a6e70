import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { PROGRAM } from '../support/cleanslate.js';
import { shows, stepsOf } from '../support/guide.js';
import { temporaryDirectory } from '../support/temporary.js';
import { register } from '../support/test-run.js';

const GUIDES = readdirSync(inPackage('docs/guides')).filter((name) => name.endsWith('.md'));

test.each(GUIDES)('%s, followed to the letter, does what it says', async (guide) => {
  const folder = join(temporaryDirectory(), 'project');
  const programs = join(dirname(folder), 'programs');
  mkdirSync(folder);
  mkdirSync(programs);
  writeFileSync(join(programs, 'cleanslate'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  chmodSync(join(programs, 'cleanslate'), 0o755);
  let printed = '';
  for (const step of stepsOf(readFileSync(inPackage('docs/guides', guide), 'utf8'))) {
    if (step.kind === 'file') writeFileSync(join(folder, step.path), step.text);
    else if (step.kind === 'see') expect(step.lines.filter((line) => !shows(printed, line)), `in what was printed:\n${printed}`).toEqual([]);
    else {
      const started = execa('bash', ['-euo', 'pipefail', '-c', step.script], { cwd: folder, all: true, reject: false, stdin: 'ignore', env: { PATH: `${programs}:${process.env['PATH'] ?? ''}` } });
      register(started.pid);
      const { exitCode, all } = await started;
      expect(exitCode, `${step.script}\n${all}`).toBe(0);
      printed = all;
    }
  }
});
