import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../src/cli/program.js';
import { inPackage } from '../src/common/package-root.js';
import { journalBody } from '../src/evidence/entries.js';
import { cleanslate } from './support/command-line.js';
import { faultOf } from './support/documented-commands.js';
import { importRules } from './support/import-rules.js';
import { manifestKeys } from './support/manifest-keys.js';
import { anchorsOf, blocksOf, codeIn, localLinks, rowsOf } from './support/markdown.js';

const read = (path: string): string => readFileSync(inPackage(path), 'utf8');
const documentsIn = (folder: string): string[] => readdirSync(inPackage(folder)).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
const DECISIONS = documentsIn('docs/decisions');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CHANGELOG.md', ...documentsIn('docs'), ...documentsIn('docs/guides'), ...DECISIONS];
/** Files that a worked example has its reader write. */
const MADE_BY_THE_READER = /^(images\/minnow\/|manifests\/minnow\.yaml$|src\/agents\/minnow\.ts$)/;

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  test('its links lead somewhere', () => {
    const broken = localLinks(text).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document : join(dirname(document), path);
      return !existsSync(inPackage(target)) || (anchor !== undefined && !anchorsOf(read(target)).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test('its commands exist, with their options', () => {
    expect(codeIn(text).map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
  });

  test('its make targets exist, and what they start is there', () => {
    const makefile = read('Makefile');
    for (const [, target = ''] of codeIn(text).flatMap((code) => [...code.matchAll(/(?:^|=\S+ |&& )make ([a-z][a-z-]*)/g)])) {
      const recipe = new RegExp(`^${target}:.*\\n((?:\\t.*\\n)*)`, 'm').exec(makefile)?.[1];
      expect(recipe, `make ${target}`).toBeDefined();
      for (const [file] of recipe?.matchAll(/scripts\/[\w-]+\.sh|vitest\.\w+\.config\.ts/g) ?? []) expect(existsSync(inPackage(file)), `${file}, which make ${target} uses`).toBe(true);
    }
  });

  test('the files of ours that it names are there', () => {
    const named = codeIn(text).flatMap((code) => [...code.matchAll(/(?<![\w/.~-])(?:src|test|scripts|images|fixtures|manifests|workspaces|docs)\/[\w./-]*\w\/?(?![\w*<{/])/g)].map(([path]) => path));
    expect(named.filter((path) => !MADE_BY_THE_READER.test(path) && !existsSync(inPackage(path)))).toEqual([]);
  });
});

test('every verb is in the README', () => {
  const code = codeIn(read('README.md'));
  expect(buildProgram().commands.map((command) => command.name()).filter((verb) => !code.includes(verb))).toEqual([]);
});

test('the table of rooms says what the linter enforces', async () => {
  const rows = rowsOf(read('docs/architecture.md')).filter(([room, , imports]) => room?.endsWith('/') && imports !== undefined);
  const table = Object.fromEntries(rows.map(([room = '', , imports = '']) => [room.slice(0, -1), (imports.match(/\w+/g) ?? []).sort()]));
  expect(table).toEqual(await importRules());
});

test('every room that holds something has a row in CONTRIBUTING.md', async () => {
  const told = rowsOf(read('CONTRIBUTING.md')).flatMap(([cell]) => /^src\/(\w+)\/$/.exec(cell ?? '')?.[1] ?? []);
  const holdsSomething = (room: string): boolean => existsSync(inPackage('src', room)) && readdirSync(inPackage('src', room)).length > 0;
  expect(told.sort()).toEqual(Object.keys(await importRules()).filter(holdsSomething).sort());
});

test('docs/manifests.md has every key of a manifest, with its default', () => {
  const table = rowsOf(read('docs/manifests.md')).map(([key = '', fallback = '']) => `${key} = ${fallback}`);
  expect(table.sort()).toEqual(manifestKeys().map(({ key, fallback }) => `${key} = ${fallback}`).sort());
});

test('docs/campaign-directory.md has every journal entry', () => {
  const code = codeIn(read('docs/campaign-directory.md'));
  expect(journalBody.options.map(({ shape }) => shape.type.value).filter((type) => !code.includes(type))).toEqual([]);
});

test.each(readdirSync(inPackage('manifests')))('manifests/%s can be run', async (name) => {
  expect(await cleanslate('run', inPackage('manifests', name), '--dry-run')).toMatchObject({ code: 0, stderr: '' });
});

test('the manifest in the README is the file it names', () => {
  expect(blocksOf(read('README.md'), 'yaml')).toEqual([read('manifests/own-agent.yaml')]);
});

test('decisions are numbered without gaps, told in three parts, and listed', () => {
  const listed = localLinks(read('docs/decisions/README.md')).map((link) => `docs/decisions/${link}`);
  const decisions = DECISIONS.filter((path) => !path.endsWith('/README.md')).sort();
  expect(listed).toEqual(decisions);
  decisions.forEach((path, at) => {
    expect(path).toContain(`/${String(at + 1).padStart(4, '0')}-`);
    const [title, ...parts] = read(path).match(/^#+ .*$/gm) ?? [];
    expect(title).toMatch(new RegExp(`^# ${String(at + 1)}\\. `));
    expect(parts).toEqual(['## Context', '## Decision', '## Consequences']);
  });
});
