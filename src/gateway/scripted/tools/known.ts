import type { ToolOffer } from '../../dialects/message.js';

/**
 * Tools of the agents we know, by what they are good for, in order of preference. Names are compared without case,
 * underscores and dashes; a tool that is in no list is judged by its parameters.
 */
const KNOWN = {
  run: ['execcommand', 'shellcommand', 'runshellcommand', 'bash', 'shell', 'runterminalcmd', 'runcommand', 'executecommand', 'terminal', 'powershell'],
  read: ['read', 'readfile', 'view', 'viewfile', 'openfile', 'cat'],
  write: ['write', 'writefile', 'create', 'createfile'],
  glob: ['glob', 'find', 'findfiles', 'listfiles'],
} as const;

export type Purpose = keyof typeof KNOWN;

const GENERIC: Record<Purpose, RegExp> = {
  run: /shell|bash|exec|terminal|command/i,
  read: /read|view|open|cat/i,
  write: /write|create|save/i,
  glob: /glob|find|list/i,
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Tools that are named like one for text files and are none. */
const NOT = /image|video|audio|pdf|web|url|background|process|todo|memory|topic|stdin/i;

/** The best tool for a purpose among those we know by name that `usable` accepts. */
export function knownTool(purpose: Purpose, tools: readonly ToolOffer[], usable: (tool: ToolOffer) => boolean): ToolOffer | undefined {
  const functions = tools.filter((tool) => tool.kind === 'function' && usable(tool));
  return KNOWN[purpose].flatMap((name) => functions.filter((tool) => plain(tool.name) === name))[0];
}

/** The first tool whose name sounds like the purpose, for agents that we do not know. */
export const genericTool = (purpose: Purpose, tools: readonly ToolOffer[], usable: (tool: ToolOffer) => boolean): ToolOffer | undefined =>
  tools.find((tool) => tool.kind === 'function' && GENERIC[purpose].test(tool.name) && !NOT.test(tool.name) && usable(tool));

/** A tool that takes free text, by its exact name. */
export const customTool = (name: string, tools: readonly ToolOffer[]): ToolOffer | undefined =>
  tools.find((tool) => tool.kind === 'custom' && tool.name === name);
