import type { SeenCall, Shown } from '../adapter.js';
import { isObject } from '../stream.js';

/** What Codex' stream shows of the calls of its model: other names, and of some tools nothing. */
export function shown({ name, arguments: given }: SeenCall): Shown {
  switch (name) {
    case 'exec_command':
      return only(command(field(given, 'cmd')));
    case 'shell':
    case 'shell_command':
    case 'local_shell':
      return only(command(field(given, 'command')));
    case 'apply_patch':
      return only(patch(typeof given === 'string' ? given : (field(given, 'input') ?? field(given, 'patch'))));
    case 'exec':
      return program(typeof given === 'string' ? given : '');
    case 'update_plan':
      return { calls: [{ name: 'todo_list', arguments: undefined, maybe: true }], results: false };
    case 'write_stdin':
    case 'view_image':
    case 'wait':
      return { calls: [{ name, arguments: undefined, maybe: true }], results: false };
    default:
      return { calls: [{ name, arguments: given }] };
  }
}

/** Of its tools, only commands tell what they gave back. */
const only = (call: SeenCall): Shown => ({ calls: [call], results: call.name === 'command_execution' });

const field = (given: unknown, name: string): unknown => (isObject(given) ? given[name] : undefined);

/** A patch that is given to the shell is carried out as one. */
const command = (text: unknown): SeenCall =>
  typeof text === 'string' && /^\s*apply_patch\b/.test(text) ? patch(text) : { name: 'command_execution', arguments: { command: text } };

const patch = (text: unknown): SeenCall => ({
  name: 'file_change',
  arguments: { changes: [...String(text).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, path = '']) => ({ path: path.trim() })) },
});

const STRING = String.raw`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + '`(?:[^`\\\\$]|\\\\.)*`)';
const CALLS = /\btools\s*\.\s*\w+\s*\(/g;
const RUN = new RegExp(String.raw`\btools\s*\.\s*exec_command\s*\(\s*\{[^{}"'\`]*?\bcmd["']?\s*:\s*${STRING}`, 'g');
const PATCH = new RegExp(String.raw`\btools\s*\.\s*apply_patch\s*\(\s*${STRING}`, 'g');
const BRANCHES = /\b(?:for|while|if|switch|function|map|forEach|catch)\b|=>|\?/;

/**
 * Code mode: the model writes JavaScript that calls the tools. Calls with literal arguments can be read from it; where
 * it computes them or may come by them never or often, what the stream shows cannot be foretold.
 */
function program(code: string): Shown {
  const found = [...read(code, RUN, command), ...read(code, PATCH, patch)].sort((a, b) => a.at - b.at).map(({ call }) => call);
  const outside = code.replaceAll(new RegExp(STRING, 'g'), '""');
  const open = found.length !== [...outside.matchAll(CALLS)].length || BRANCHES.test(outside);
  return { calls: found.map((call) => ({ ...call, maybe: open })), open, results: false };
}

function read(code: string, pattern: RegExp, make: (text: string) => SeenCall): { at: number; call: SeenCall }[] {
  return [...code.matchAll(pattern)].map((match) => ({ at: match.index, call: make(literal(match[1] ?? '""')) }));
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' };

/** The value of a JavaScript string without placeholders. */
const literal = (text: string): string =>
  text.slice(1, -1).replaceAll(/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([^]))/gi, (_, braced?: string, four?: string, two?: string, one?: string) => {
    const code = braced ?? four ?? two;
    return code === undefined ? (ESCAPES[one ?? ''] ?? one ?? '') : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
  });
