import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { Code } from './code-closure.js';
import { modulesOf } from './harness.js';

test('everything that an entry reaches is in it, and nothing else', () => {
  const root = temporaryDirectory();
  const files = {
    'dist/score.js': "import { readFileSync } from 'node:fs';\nimport { a } from './common/a.js';\nexport { b } from './b.js';\nimport type { T } from './types.js';\n",
    'dist/b.js': "const later = () => import('./libraries/yaml.js');\nimport './score.js';\nimport { x } from '@org/exact/part';\n",
    'dist/common/a.js': 'export const a = 1;\n',
    'dist/libraries/yaml.js': 'import { s } from "./shared-s.js";\n',
    'dist/libraries/shared-s.js': 'export const s = 1;\n',
    'dist/types.js': '',
    'dist/other.js': '',
    'dist/other.d.ts': '',
    'node_modules/@org/exact/package.json': '{"version":"2.0.1"}',
    'node_modules/left/package.json': '{"version":"3.0.0"}',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const code = new Code(join(root, 'dist'), root);
  const names = (parts: readonly (readonly [string, string])[]): string[] => parts.map(([name]) => name);
  expect(names(code.closure(['score']))).toEqual(['@org/exact', 'b.js', 'common/a.js', 'libraries/shared-s.js', 'libraries/yaml.js', 'score.js']);
  expect(code.closure(['score'])[0]).toEqual(['@org/exact', '2.0.1']);
  expect(names(code.whole(['left']))).toEqual(['b.js', 'common/a.js', 'left', 'libraries/shared-s.js', 'libraries/yaml.js', 'other.js', 'score.js', 'types.js']);
  expect(() => code.closure(['gone'])).toThrow('there is no module gone');
});

test.each([
  ['scorer', ['common/paths.ts', 'common/json.ts', 'scoring/checklist/kinds/exact.ts', 'trial/checklist/evidence-in.ts', 'canonicalize']],
  ['validity', ['trial/validity.ts', 'trace/calls.ts', 'agents/codex/varies.ts', 'agents/control/failure-signs.ts', 'common/paths.ts']],
  ['order', ['protocol/order.ts', 'common/digest.ts']],
] as const)('the digest of the %s stands for what it reaches, and not for pages and verbs', (part, expected) => {
  const modules = modulesOf(part);
  expect(modules).toEqual(expect.arrayContaining([...expected]));
  expect(modules.filter((name) => /^(?:report|cli|campaign)\//.test(name))).toEqual([]);
});
