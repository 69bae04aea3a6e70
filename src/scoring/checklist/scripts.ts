import { commandLines, toolClass } from './calls.js';
import type { SessionEvidence } from './evidence.js';
import { baseName, simpleCommands, type SimpleCommand } from './shell.js';

/** Scripts that start scripts are followed this far. */
const MAX_DEPTH = 3;

/** Longer texts are no scripts that somebody wrote by hand. UTF-16 units. */
const MAX_SCRIPT = 2 ** 16;

/** Programs with what the shell scripts among them start in turn, and whether one was run of which no text is known. */
export interface Started {
  programs: SimpleCommand[];
  unread: boolean;
}

/** Follows programs that are scripts of the workspace: by the files before and after the session, and what its calls wrote. */
export function followed(programs: readonly SimpleCommand[], session: SessionEvidence, depth = 0): Started {
  const all: Started = { programs: [...programs], unread: false };
  for (const [at, { words }] of programs.entries()) {
    const script = words[0] ?? '';
    const texts = textsOf(script, session);
    if (texts.length === 0 && isScriptOfWorkspace(script, programs[at - 1])) all.unread = true;
    if (depth === MAX_DEPTH) continue;
    for (const text of texts) {
      const inner = followed(simpleCommands(text), session, depth + 1);
      all.programs.push(...inner.programs);
      all.unread ||= inner.unread;
    }
  }
  return all;
}

/** What is run as a script of the workspace: by its ending, or because a shell is given it. */
const isScriptOfWorkspace = (script: string, starter: SimpleCommand | undefined): boolean =>
  !/^[/~$]/.test(script) && (/\.(?:sh|bash)$/.test(script) || (/^(?:\.|source|.*\b(?:ba|da|z)?sh)$/.test(starter?.words[0] ?? '') && starter?.words.includes(script) === true));

/** The texts that a script had, as far as anything tells. Programs of other languages are not followed. */
function textsOf(script: string, { before, after, calls }: SessionEvidence): string[] {
  const path = script.replace(/^(?:\.\/)+/, '');
  const isMeant = (file: string): boolean => file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`);
  const files = [...before, ...after].filter(([file]) => isMeant(file)).map(([, { text }]) => text ?? '');
  return [...new Set([...files, ...(calls ?? []).flatMap((call) => written(call.name, call.arguments, commandLines(call), baseName(path)))])].filter((text) => text !== '' && text.length <= MAX_SCRIPT && !/^#!.*(?:python|node|perl|ruby)/.test(text));
}

/** What a call wrote into a file of this name: by a tool that writes, or a here-document that is redirected. */
function written(tool: string, given: unknown, lines: readonly string[], name: string): string[] {
  if (toolClass(tool) === 'write' && typeof given === 'object' && given !== null) {
    const { content, path, file_path } = given as Record<string, unknown>;
    const to = typeof file_path === 'string' ? file_path : typeof path === 'string' ? path : '';
    return typeof content === 'string' && baseName(to) === name ? [content] : [];
  }
  return lines
    .filter((line) => line.length <= MAX_SCRIPT)
    .flatMap((line) => simpleCommands(line))
    .flatMap(({ words, body }) => {
      const to = words.findIndex((word, at) => baseName(word.replace(/^>+/, '')) === name && (/^>./.test(word) || /^(?:>{1,2}|tee)$/.test(words[at - 1] ?? '')));
      if (to === -1) return [];
      const said = /^(?:echo|printf)$/.test(words[0] ?? '') ? words.slice(1, words.findIndex((word) => word.startsWith('>'))).join(' ').replaceAll(String.raw`\n`, '\n') : '';
      return [body, said];
    });
}
