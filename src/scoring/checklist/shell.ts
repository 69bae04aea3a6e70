/** One program as a shell would start it: its words, quotes removed. `body`: what a here-document gives it; `piped`: it reads what another gives. */
export interface SimpleCommand {
  words: string[];
  body: string;
  piped?: boolean;
}

/**
 * The programs that a shell command line starts, in their order: across `;`, `&&`, pipes and new lines, in `$(…)` and backticks,
 * behind `sudo`, `env` and the like, and inside `sh -c '…'` and `eval`. What is only quoted (`echo 'git push'`) starts nothing.
 */
export function simpleCommands(line: string, depth = 0): SimpleCommand[] {
  return split(line).map(withoutWrapper).filter(({ words }) => words.length > 0).flatMap((command) => (depth < 4 ? [command, ...nested(command, depth + 1)] : [command]));
}

export const baseName = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash']);

function nested({ words: [program = '', ...rest], body }: SimpleCommand, depth: number): SimpleCommand[] {
  if (program === 'eval') return simpleCommands(rest.join(' '), depth);
  if (program === '.' || program === 'source') return rest.length === 0 ? [] : [{ words: rest, body: '' }];
  if (!SHELLS.has(baseName(program))) return [];
  const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  if (flag !== -1) return simpleCommands(rest[flag + 1] ?? '', depth);
  const script = rest.findIndex((word) => !word.startsWith('-'));
  return script === -1 ? simpleCommands(body, depth) : [{ words: rest.slice(script), body: '' }];
}

const WRAPPERS = new Set(['sudo', 'env', 'nohup', 'time', 'timeout', 'xargs', 'command', 'exec', 'nice', 'then', 'do', 'else', 'if', 'while', '!']);

/** What a wrapper starts: assignments, its own options and its numbers are passed over. */
function withoutWrapper({ words, ...more }: SimpleCommand): SimpleCommand {
  let at = 0;
  let wrapped = false;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (WRAPPERS.has(word)) wrapped = true;
    else if (!/^[A-Za-z_]\w*=/.test(word) && !(wrapped && /^(?:-|\d+[smh]?$)/.test(word))) break;
  }
  return { words: words.slice(at), ...more };
}

/** Cuts a line at what separates commands, in one pass. */
function split(line: string): SimpleCommand[] {
  const done: SimpleCommand[] = [];
  const outer: { command: SimpleCommand; word: string | undefined; quote: string }[] = [];
  let command: SimpleCommand = { words: [], body: '' };
  let word: string | undefined;
  let quote = '';
  const endWord = (): void => {
    if (word !== undefined) command.words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    if (command.words.length > 0) done.push(command);
    command = { words: [], body: '' };
  };
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? '';
    const two = line.slice(at, at + 2);
    if (quote === "'") {
      if (char === "'") quote = '';
      else word = (word ?? '') + char;
    } else if (char === '\\') {
      word = (word ?? '') + (line[++at] ?? '');
    } else if (two === '$(' || (char === '`' && outer.at(-1)?.quote !== '`')) {
      outer.push({ command, word: word ?? '', quote: char === '`' ? '`' : quote });
      [command, word, quote] = [{ words: [], body: '' }, undefined, ''];
      if (two === '$(') at++;
    } else if (outer.length > 0 && quote === '' && (char === ')' || char === '`')) {
      endCommand();
      const back = outer.pop();
      if (back) [command, word, quote] = [back.command, back.word, back.quote === '`' ? '' : back.quote];
    } else if (char === '"') {
      quote = quote === '"' ? '' : '"';
      word ??= '';
    } else if (quote === '"') {
      word = (word ?? '') + char;
    } else if (char === "'") {
      quote = "'";
      word ??= '';
    } else if (two === '<<' && line[at + 2] !== '<') {
      const here = hereDocument(line, at + 2);
      command.body += here.body;
      line = line.slice(0, at) + here.rest;
      at--;
    } else if (/[;|&\n(){}]/.test(char)) {
      endCommand();
      if (char === '|' && line[at + 1] !== '|' && line[at - 1] !== '|') command.piped = true;
    }
    else if (/\s/.test(char)) endWord();
    else if (char === '#' && word === undefined) at = nextLine(line, at) - 1;
    else word = (word ?? '') + char;
  }
  endCommand();
  for (const { command: open } of outer.reverse()) if (open.words.length > 0) done.push(open);
  return done;
}

const nextLine = (line: string, from: number): number => {
  const end = line.indexOf('\n', from);
  return end === -1 ? line.length : end;
};

/** A here-document's text, and the line as it goes on without it: what follows the mark on its line still counts. */
function hereDocument(line: string, from: number): { body: string; rest: string } {
  const mark = /^-?\s*(['"]?)([\w.-]+)\1/.exec(line.slice(from, from + 200));
  const start = nextLine(line, from);
  if (mark === null) return { body: '', rest: line.slice(from) };
  const lines = line.slice(start + 1).split('\n');
  const last = lines.findIndex((text) => text.trim() === mark[2]);
  const body = lines.slice(0, last === -1 ? lines.length : last).join('\n');
  const after = last === -1 ? '' : lines.slice(last + 1).join('\n');
  return { body, rest: `${line.slice(from + mark[0].length, start)}\n${after}` };
}
