import { posix } from 'node:path';
import { instructionPlaces } from '../../agents/instruction-places.js';
import { builtinAdapters } from '../../agents/registry.js';
import type { StateEntry } from '../../agents/adapter.js';
import { absolutePattern } from '../../agents/state-table.js';
import { sha256 } from '../../common/digest.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';

/** A file with a word in it that is nowhere else. */
export interface MarkedFile {
  /** Absolute, as inside. */
  path: string;
  mark: string;
  text: string;
}

/** One marked file for every place where some vendor's agent, or this table, has instructions, memory or skills; sorted by path. */
export function markedFiles(table: readonly StateEntry[]): MarkedFile[] {
  const places = instructionPlaces([...builtinAdapters().map(({ state }) => state), table]);
  const paths = [...new Set(places.map((place) => absolutePattern(place, { home: HOME, workspace: WORKSPACE })))].sort();
  return paths.map((path) => ({ path, mark: markOf(path), text: textOf(path, markOf(path)) }));
}

/** A word of letters: no tool takes it for a credential. */
const markOf = (path: string): string => `topic${[...sha256(path).slice(0, 12)].map((digit) => 'bcdfghjklmnpqrst'.charAt(Number.parseInt(digit, 16))).join('')}`;

/** What products ask of a skill, a rule or an agent stands at its head; a plain note has none. */
function textOf(path: string, mark: string): string {
  const plain = `Notes on ${mark}: keep entries short.\n`;
  const folder = posix.basename(posix.dirname(path));
  if (/^(?:[A-Z_]+|memory_summary|[a-z.]+)\.md$/.test(posix.basename(path)) && posix.basename(path) !== 'SKILL.md') return `# Notes\n\n${plain}`;
  const name = posix.basename(path) === 'SKILL.md' ? folder : posix.basename(path).split('.')[0];
  if (name === undefined || name === '') return plain;
  return `---\nname: ${name}\ndescription: Notes on ${mark}\nalwaysApply: true\napplyTo: "**"\n---\n\n${plain}`;
}
