import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { describeWithEngine, theEngine } from '../support/engine.js';
import { evidenceOf } from '../support/evidence.js';
import { removeImagesAfterwards } from '../support/image-folders.js';
import { blocksOf } from '../support/markdown.js';
import { suiteDirectory } from '../support/temporary.js';
import { register } from '../support/test-run.js';

const SECTION = /^## Worked example[\s\S]*?(?=^## )/m.exec(readFileSync(inPackage('CONTRIBUTING.md'), 'utf8'))?.[0] ?? '';
const [DOCKERFILE = ''] = blocksOf(SECTION, 'dockerfile');
const [MANIFEST = '', CONFIGURATION = ''] = blocksOf(SECTION, 'yaml');
const [ADAPTER = ''] = blocksOf(SECTION, 'ts');
const [IMPORT = '', ENTRY = ''] = blocksOf(SECTION, 'diff').flatMap((diff) => diff.split('\n').map((line) => line.slice(1)));
const TRIAL = 'minnow.short.contextos.run-1';

/** The worked example of CONTRIBUTING.md, followed to the letter in a checkout of its own. */
describeWithEngine('`command` turned into an adapter', () => {
  const folder = suiteDirectory();
  const checkout = (...parts: string[]): string => join(folder(), 'checkout', ...parts);
  const cleanslate = async (...args: string[]) => {
    const started = execa(process.execPath, [checkout('bin/cleanslate.js'), ...args], { reject: false, stdin: 'ignore' });
    register(started.pid);
    return started;
  };
  const run = async (name: string, manifest: string, expected = 0): Promise<string> => {
    writeFileSync(checkout('manifests', 'minnow.yaml'), manifest);
    const out = join(folder(), name);
    const { exitCode, stderr } = await cleanslate('run', checkout('manifests/minnow.yaml'), '--out', out, '--no-preflight');
    expect(exitCode, stderr).toBe(expected);
    return out;
  };

  beforeAll(() => {
    for (const name of ['bin', 'dist', 'fixtures', 'images', 'manifests', 'src', 'workspaces', 'package.json', 'tsconfig.json', 'tsconfig.build.json']) {
      cpSync(inPackage(name), checkout(name), { recursive: true });
    }
    symlinkSync(inPackage('node_modules'), checkout('node_modules'));
    mkdirSync(checkout('images/minnow'));
    writeFileSync(checkout('images/minnow/Dockerfile'), DOCKERFILE);
    cpSync(inPackage('test/agents/minnow.mjs'), checkout('images/minnow/minnow.mjs'));
  });

  test('one file, one line and one image folder make an adapter of it, with its trace and its failures told', async () => {
    const { docker, close } = await connect(theEngine());
    onTestFinished(close);
    removeImagesAfterwards(docker, 'minnow');

    const plain = evidenceOf(await run('command', MANIFEST), TRIAL);
    expect(plain.score).toMatchObject({ questions: 4, grounded_correct: 4 });
    expect(plain.events.filter(({ type, source }) => type === 'tool.call' && source === 'agent')).toEqual([]);

    writeFileSync(checkout('src/agents/minnow.ts'), ADAPTER);
    const registry = readFileSync(checkout('src/agents/registry.ts'), 'utf8');
    writeFileSync(checkout('src/agents/registry.ts'), registry.replace(/^import/m, `${IMPORT}\nimport`).replace(/(const ADAPTERS[^\n]*\n)/, `$1${ENTRY}\n`));
    await execa('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: checkout(), stdin: 'ignore' });

    expect((await cleanslate('agents', 'minnow')).stdout).toContain('~/.minnow/**');
    const manifest = MANIFEST.slice(0, MANIFEST.indexOf('  - id: minnow')) + CONFIGURATION;
    const { score, record, events } = evidenceOf(await run('adapter', manifest), TRIAL);
    expect(score).toMatchObject({ questions: 4, grounded_correct: 4 });
    expect(record).toMatchObject({ agent: 'minnow', agent_version: '0.3.0', valid: true, signals: [], unparsed: 0, witnesses: { status: 'agree', different: 0 } });
    expect(events.filter(({ type, source }) => type === 'tool.call' && source === 'agent').length).toBeGreaterThan(3);

    writeFileSync(checkout('manifests/refused.yaml'), 'turns: [{ fail: { status: 401 } }]\n');
    const refused = evidenceOf(await run('refused', manifest.replace('runs: 1', 'runs: 1\nattempts: 1').replace('script: reader', 'script: refused.yaml'), 3), TRIAL);
    expect(refused.record).toMatchObject({ valid: false, signals: expect.arrayContaining([expect.objectContaining({ blame: 'harness', kind: 'credentials' })]) as unknown });
  });
});
