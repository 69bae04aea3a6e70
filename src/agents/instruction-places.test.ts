import { expect, test } from 'vitest';
import { instructionPlaces } from './instruction-places.js';
import { builtinAdapters } from './registry.js';


test('globs of a table become files that they fit, sorted, each once', () => {
  const places = instructionPlaces([[
    { pattern: '~/.tool/{NOTES.md,skills/**}', class: 'instructions' },
    { pattern: '~/.tool/projects/*/memory/**', class: 'memory' },
    { pattern: '**/TOOL.md', class: 'instructions' },
    { pattern: '~/.tool/settings.json', class: 'config' },
  ]]);
  expect(places).toEqual([...new Set(places)].sort());
  expect(places).toEqual(expect.arrayContaining(['~/.tool/NOTES.md', '~/.tool/projects/-home-projects-app/memory/MEMORY.md', '~/.tool/projects/app/memory/MEMORY.md', 'TOOL.md', 'docs/TOOL.md']));
  expect(places.filter((path) => /^~\/\.tool\/skills\/guide-\w+\/SKILL\.md$/.test(path))).toHaveLength(1);
  expect(places).not.toContain('~/.tool/settings.json');
});

test('every vendor\'s usual files are among them, in the project, above it, in the home and system-wide', () => {
  const places = instructionPlaces([]);
  for (const name of ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'QWEN.md', '.cursorrules']) expect(places).toEqual(expect.arrayContaining([name, `docs/${name}`, `../${name}`, `~/${name}`, `/${name}`]));
  expect(places).toEqual(expect.arrayContaining(['.github/copilot-instructions.md', '~/.codex/AGENTS.md', '~/.claude/CLAUDE.md', '~/.gemini/GEMINI.md', '/etc/claude-code/CLAUDE.md', '/etc/codex/AGENTS.md']));
});

test.each(builtinAdapters().filter(({ control }) => !control).map(({ id, state }) => [id, state] as const))('%s: whatever is taken out of its table would be missed: each of its places is among what vendors are known for', (_id, state) => {
  const known = new Set(instructionPlaces([]));
  expect(instructionPlaces([state]).filter((path) => !known.has(path))).toEqual([]);
});
