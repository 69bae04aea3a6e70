import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attemptDir } from '../../src/evidence/layout.js';
import type { RecordedChange } from '../../src/trace/capture-plan.js';
import { cleanslate, commandCampaign, LIMITS, manifestFile } from '../support/cleanslate.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { temporaryDirectory } from '../support/temporary.js';

/** A hundred files in each of a thousand folders, and a name that no list may lose. */
const AGENT = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  for (let folder = 0; folder < 1000; folder++) {
    mkdirSync('made/' + folder, { recursive: true });
    for (let file = 0; file < 100; file++) writeFileSync('made/' + folder + '/' + file, folder + ' ' + file);
  }
  writeFileSync('made/in two\\nlines', 'last');
  console.log('Done.');
`;

describeOnEveryMachine('an agent that makes 100,000 files', (machine) => {
  test('each is captured with its size and digest, the attempt counts, and all of it verifies', async () => {
    const [file, dir] = [manifestFile(commandCampaign({ argv: ['node', '-e', AGENT], prompt: 'stdin' }, { limits: { ...LIMITS, agent_seconds: 300 } })), join(temporaryDirectory(), 'campaign')];
    const { exitCode, stdout } = await cleanslate(['run', file, '--engine', machine, '--out', dir]);
    expect({ exitCode, complete: stdout.includes('All 1 trials complete.\nNo invalid attempts.') }).toEqual({ exitCode: 0, complete: true });
    const { changes } = JSON.parse(readFileSync(join(attemptDir(dir, 'program.short.handoff.run-1', 1), 'changes/workspace/changes.json'), 'utf8')) as { changes: RecordedChange[] };
    const files = changes.filter(({ kind, after }) => kind === 'created' && after?.type === 'file');
    expect(files).toHaveLength(100_001);
    expect(files.filter(({ after }) => after?.sha256 === undefined)).toEqual([]);
    expect(files.filter(({ path }) => path.includes('two'))).toMatchObject([{ after: { size: 4 } }]);
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
  });
});
