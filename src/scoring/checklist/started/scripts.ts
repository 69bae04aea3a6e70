import { commandLines, toolClass } from '../calls.js';
import type { FileState, SessionEvidence } from '../evidence.js';
import { baseName, simpleCommands, type SimpleCommand } from '../shell.js';

/** Longer texts are no scripts that somebody wrote by hand. UTF-16 units. */
export const MAX_SCRIPT = 2 ** 16;

/** What is run as a script of the workspace: by its ending, or because a shell is given it. */
export const isScriptOfWorkspace = (script: string, starter: SimpleCommand | undefined): boolean =>
  !/^[/~$]/.test(script) && (/\.(?:sh|bash)$/.test(script) || (/^(?:\.|source|.*\b(?:ba|da|z)?sh)$/.test(starter?.words[0] ?? '') && starter?.words.includes(script) === true));

/** The texts that a script had, as far as anything tells. Programs of other languages are not followed. */
export function textsOf(script: string, session: SessionEvidence): string[] {
  const path = script.replace(/^(?:\.\/)+/, '');
  const isMeant = (file: string): boolean => file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`);
  const files = [...session.before, ...session.after].filter(([file]) => isMeant(file)).map(([, { text }]) => text ?? '');
  return [...new Set([...files, ...writtenTo(baseName(path), session)])].filter((text) => text !== '' && text.length <= MAX_SCRIPT && !/^#!.*(?:python|node|perl|ruby)/.test(text));
}

/** What a file of the workspace held before and after, and what calls wrote into one of its name. `lost`: some of it is not known. */
export function versionsOf(path: string, session: SessionEvidence): { texts: string[]; lost: boolean } {
  const states = [session.before.get(path), session.after.get(path)].filter((state): state is FileState => state !== undefined);
  const texts = new Set([...states.map(({ text }) => text ?? ''), ...writtenTo(baseName(path), session)]);
  const known = [...texts].filter((text) => text !== '' && text.length <= MAX_SCRIPT);
  return { texts: known, lost: states.some(({ text }) => text === null) || [...texts].some((text) => text.length > MAX_SCRIPT) };
}

const writtenTo = (name: string, { calls }: SessionEvidence): string[] => (calls ?? []).flatMap((call) => written(call.name, call.arguments, commandLines(call), name));

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
      const said = /^(?:echo|printf)$/.test(words[0] ?? '') ? words.slice(1, words.findIndex((word) => word.startsWith('>'))).join(' ').replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\t`, '\t') : '';
      return [body, said];
    });
}
