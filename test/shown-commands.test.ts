import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildProgram } from '../src/cli/program.js';
import { inPackage } from '../src/common/package-root.js';
import { commandsIn } from './support/commands-in-tests.js';
import { commandOf, type Asked } from './support/documented-commands.js';
import { filesBelow } from './support/files-below.js';
import { stepsOf } from './support/guide.js';
import { codeIn } from './support/markdown.js';

const read = (path: string): string => readFileSync(inPackage(path), 'utf8');
const markdownIn = (folder: string): string[] => readdirSync(inPackage(folder)).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
/** Documents that a test follows to the letter (`guides.test.ts`, `debug-a-trial.test.ts`). */
const FOLLOWED = [...markdownIn('docs/guides'), 'docs/debug-a-trial.md'];
const SHOWN = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', ...markdownIn('docs')].filter((path) => !FOLLOWED.includes(path));

const verbs = new Set(buildProgram().commands.map((command) => command.name()));
const inTests = filesBelow(inPackage('test')).filter((path) => /\.test\.ts$|support\/[^/]*\.ts$/.test(path)).flatMap((path) => commandsIn(path, verbs));
const inGuides = FOLLOWED.flatMap((path) => stepsOf(read(path)).flatMap((step) => (step.kind === 'run' ? codeIn(`\`\`\`sh\n${step.script}\`\`\`\n`) : [])));
const run = [...inTests, ...inGuides].flatMap((code) => commandOf(code) ?? []);

const isRun = ({ verb, options, optional }: Asked): boolean =>
  [[], ...optional.map((option) => [option])].every((more) => run.some((one) => one.verb === verb && [...options, ...more].every((option) => one.options.has(option))));

test.each(SHOWN)('%s: each command that it shows is run by a test, with all of its options', (document) => {
  const shown = codeIn(read(document)).flatMap((code) => { const asked = commandOf(code); return asked === undefined ? [] : [{ code, asked }]; });
  expect(shown.filter(({ asked }) => !isRun(asked)).map(({ code }) => code)).toEqual([]);
});

test('a command that no test runs is found', () => {
  expect(isRun({ verb: 'run', options: new Set(['--dry-run', '--like', '--keep']), optional: [] })).toBe(false);
  expect(isRun({ verb: 'no-verb', options: new Set(), optional: [] })).toBe(false);
});
