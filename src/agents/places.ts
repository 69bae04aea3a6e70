import type { StateEntry } from './adapter.js';

/** Names under which some vendor's agent looks for instructions, memory or settings, in the working directory and above it. */
export const ANCESTOR_NAMES: readonly string[] = [
  'AGENTS.md', 'AGENTS.override.md', 'CLAUDE.md', 'CLAUDE.local.md', 'GEMINI.md', 'QWEN.md', 'CONVENTIONS.md', 'SYSTEM.md', 'APPEND_SYSTEM.md',
  '.agents', '.claude', '.codex', '.cursor', '.cursorrules', '.gemini', '.github', '.goosehints', '.mcp.json', '.opencode', '.pi', '.qwen', '.windsurf', '.windsurfrules',
  '.aider.conf.yml', '.env', 'opencode.json', 'opencode.jsonc',
];

/** System-wide places of vendors without an adapter here; documented by them. */
const OTHER_VENDORS: readonly string[] = [
  '/etc/amp', '/etc/cursor', '/etc/github-copilot', '/etc/goose', '/etc/opencode', '/etc/windsurf', '/etc/xdg/goose', '/etc/xdg/opencode', '/etc/AGENTS.md', '/etc/CLAUDE.md',
].flatMap((path) => [path, `${path}/**`]);

/** Patterns of what any vendor's agent reads or keeps system-wide: what stands there reaches every session of an image. */
export const globalPatterns = (tables: readonly (readonly StateEntry[])[]): string[] => [
  ...new Set([...tables.flat().map(({ pattern }) => pattern).filter((pattern) => pattern.startsWith('/')), ...OTHER_VENDORS]),
];

/** The last directory of a pattern that has no glob in it: where to look. */
export function withoutGlob(pattern: string): string {
  const parts = pattern.split('/');
  const glob = parts.findIndex((part) => /[*?{[(!]/.test(part));
  return (glob === -1 ? parts : parts.slice(0, glob)).join('/');
}
