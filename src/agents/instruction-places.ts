import { sha256 } from '../common/digest.js';
import type { StateEntry } from './adapter.js';
import { ANCESTOR_NAMES } from './places.js';

/** A directory of the workspace, below which instructions are looked for when something in it is read. */
export const BELOW = 'docs';

const FILES = [...ANCESTOR_NAMES.filter((name) => name.endsWith('.md')), 'AGENT.md', 'CONTEXT.md', '.cursorrules', '.goosehints', '.windsurfrules'];
/** Folders of vendors, in a project. */
const PROJECT_FOLDERS = ['.agents', '.claude', '.codex', '.cursor', '.gemini', '.github', '.opencode', '.pi', '.qwen', '.windsurf'];
const HOME_FOLDERS = ['.agents', '.claude', '.codex', '.config/agents', '.config/amp', '.config/goose', '.config/opencode', '.copilot', '.cursor', '.gemini', '.opencode', '.pi/agent', '.qwen', '.windsurf'];
const SYSTEM_FOLDERS = ['/etc/amp', '/etc/claude-code', '/etc/codex', '/etc/cursor', '/etc/gemini-cli', '/etc/github-copilot', '/etc/goose', '/etc/opencode', '/etc/qwen-code', '/etc/windsurf', '/etc/xdg/goose', '/etc/xdg/opencode'];
/** What a vendor's folder may hold: files, and folders with files of their own names. */
const IN_A_FOLDER = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'QWEN.md', 'SYSTEM.md', 'system.md', 'instructions.md', 'skills/**', 'agents/**', 'commands/**', 'rules/**', 'prompts/**'];
/** The same where a vendor's folder is only looked for from elsewhere: above and below the workspace, and system-wide. */
const IN_ANOTHER_FOLDER = ['AGENTS.md', 'CLAUDE.md', 'skills/**', 'rules/**'];
const ABOVE_FOLDERS = ['.agents', '.claude', '.codex', '.cursor', '.gemini', '.github', '.opencode', '.qwen'];
const OTHERS = [
  '~/.codex/memories/**', '~/.claude/projects/*/memory/**', '~/.claude/agent-memory/**', '.claude/agent-memory/**', '~/.copilot/memories/**', '~/.gemini/tmp/*/memory/**', '~/.qwen/memories/**', '~/.qwen/projects/*/memory/**',
  ...['.opencode', '~/.opencode', '~/.config/opencode'].flatMap((folder) => ['skill', 'agent', 'command', 'modes'].map((name) => `${folder}/${name}/**`)),
  '~/.pi/agent/APPEND_SYSTEM.md', '.pi/APPEND_SYSTEM.md', '~/.qwen/output-language.md', '~/.claude/output-styles/**', '.claude/output-styles/**',
  'AGENTS.local.md', 'COPILOT.md', 'MEMORY.md', '.agents.md', '.clinerules', '.rules', '../../AGENTS.md', '../../CLAUDE.md', '../../GEMINI.md',
  '.github/copilot-instructions.md', '.github/instructions/**', '~/.copilot/copilot-instructions.md', '~/.copilot/instructions/**',
  '~/.codeium/windsurf/memories/global_rules.md', '~/.config/goose/.goosehints', '~/.config/AGENTS.md', '~/.goosehints', '.windsurf/memories/**',
  '/etc/AGENTS.md', '/etc/CLAUDE.md', '/etc/claude-code/.claude/{CLAUDE.md,rules/**,skills/**}',
  '~/.codex/AGENTS.override.md', '~/.pi/agent/AGENTS.override.md', '../../{AGENTS.override.md,CLAUDE.local.md,.claude/CLAUDE.md}',
  '~/.claude/{memory,workflows}/**', '.claude/workflows/**', `${BELOW}/.claude/{agents,commands,output-styles,workflows}/**`, '.claude/agent-memory-local/**', `${BELOW}/.claude/agent-memory{,-local}/**`,
  '~/.qwen/output-styles/**', '.{agents,qwen}/output-styles/**', '.{agents,claude}/{skill,agent,command,modes}/**',
  '~/.gemini/{memory.md,memories/**}', '~/.copilot/memory/**', '~/.cursor/skills-cursor/**', '~/.config/Cursor/User/{globalStorage,workspaceStorage}/**',
];

const KNOWN: readonly string[] = [
  ...FILES.flatMap((name) => [name, `${BELOW}/${name}`, `../${name}`, `~/${name}`, `/${name}`]),
  ...PROJECT_FOLDERS.flatMap((folder) => IN_A_FOLDER.map((name) => `${folder}/${name}`)),
  ...ABOVE_FOLDERS.flatMap((folder) => IN_ANOTHER_FOLDER.flatMap((name) => [`../${folder}/${name}`, `${BELOW}/${folder}/${name}`])),
  ...HOME_FOLDERS.flatMap((folder) => IN_A_FOLDER.map((name) => `~/${folder}/${name}`)),
  ...SYSTEM_FOLDERS.flatMap((folder) => IN_ANOTHER_FOLDER.map((name) => `${folder}/${name}`)),
  ...OTHERS,
];

/**
 * Every place where some vendor's agent is known to look for instructions, memory or skills, whatever a table says today: what
 * is taken out of a table must still be looked for. What a table has beyond it comes along. One file for each, in the notation
 * of a table and without globs, sorted.
 */
export function instructionPlaces(tables: readonly (readonly StateEntry[])[]): string[] {
  const told = tables.flat().filter((entry) => entry.class === 'instructions' || entry.class === 'memory').map(({ pattern }) => pattern);
  const paths = [...KNOWN, ...told].flatMap(alternatives).flatMap(concrete).filter((path) => !/[*?[\]{}()!]/.test(path));
  return [...new Set(paths)].sort();
}

/** What a pattern with `{a,b}` stands for, innermost braces first. */
function alternatives(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [all, inner = ''] = braces;
  return inner.split(',').flatMap((one) => alternatives(pattern.replace(all, () => one)));
}

/** Example files of a pattern without braces. */
function concrete(pattern: string): string[] {
  if (pattern.startsWith('**/')) return ['', `${BELOW}/`].flatMap((folder) => concrete(`${folder}${pattern.slice(3)}`));
  // Memory of a project stands in a folder named after its path, or after its last part.
  if (pattern.includes('/*/')) return ['-home-projects-app', 'app'].flatMap((name) => concrete(pattern.replace('/*/', `/${name}/`)));
  if (!pattern.endsWith('/**')) return [pattern];
  const folder = pattern.slice(0, -'/**'.length).replace(/\*$/, '');
  return (LEAVES[folder.split('/').at(-1) ?? ''] ?? ['{}.md']).map((leaf) => `${folder}/${leaf.replace('{}', nameIn(folder))}`);
}

const MEMORY = ['MEMORY.md', 'memory_summary.md', 'project.md'];
/** What is looked for in a folder of this name; `{}` is any name. */
const LEAVES: Record<string, string[]> = {
  skills: ['{}/SKILL.md'],
  skill: ['{}/SKILL.md'],
  instructions: ['{}.instructions.md'],
  prompts: ['{}.md', '{}.prompt.md'],
  rules: ['{}.md', '{}.mdc'],
  memory: MEMORY,
  memories: MEMORY,
  'agent-memory': MEMORY,
  '.claude': ['CLAUDE.md'],
  '.codex': ['AGENTS.md'],
  '.agents': ['AGENTS.md'],
};

/** Skills and commands of one name hide each other, so each folder has a name of its own. */
const nameIn = (folder: string): string => `guide-${sha256(folder).slice(0, 6)}`;
