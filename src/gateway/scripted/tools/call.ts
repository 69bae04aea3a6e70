import type { Json } from '../../dialects/json.js';
import { objectOf } from '../../dialects/json.js';
import type { ModelRequest, ToolCall, ToolOffer } from '../../dialects/message.js';
import type { Act } from '../brain.js';
import { complete, nameOf, propertiesOf } from './arguments.js';
import { customTool, genericTool, knownTool } from './known.js';
import { absolute, workingDirectory } from './working-directory.js';

/** A call without its id. */
export type Call = Omit<ToolCall, 'id'>;

type Find = typeof knownTool;

/**
 * Carries out an act with whatever tools the request offers: a tool made for it, then the shell, then one that only sounds
 * right. null where no tool can do it.
 */
export function callFor(act: Act, request: ModelRequest): Call | null {
  const { tools } = request;
  const cwd = workingDirectory(request);
  switch (act.kind) {
    case 'run':
      return runCall(act.command, tools);
    case 'read':
      return readCall(act, tools, cwd, knownTool) ?? runCall(readCommand(act), tools) ?? readCall(act, tools, cwd, genericTool);
    case 'write':
      return (
        writeCall(act, tools, cwd, knownTool) ?? patchCall(act, tools) ?? runCall(writeCommand(act), tools) ?? writeCall(act, tools, cwd, genericTool)
      );
    case 'call':
      return namedCall(act, request);
    case 'list':
      return globCall(tools);
    case 'deliver':
      return deliverCall(act.value, tools);
  }
}

const functionCall = (tool: ToolOffer, given: Json): Call => ({ name: tool.name, kind: 'function', arguments: complete(tool, given) });

function runCall(command: string, tools: readonly ToolOffer[]): Call | null {
  const script = customTool('exec', tools);
  // Codex in code mode: its tools are called from JavaScript.
  if (script) return { name: script.name, kind: 'custom', arguments: `const r = await tools.exec_command({cmd: ${JSON.stringify(command)}}); text(r.output);` };
  const usable = (tool: ToolOffer): boolean => nameOf(tool, 'command') !== undefined;
  const tool = knownTool('run', tools, usable) ?? genericTool('run', tools, usable);
  if (!tool) return null;
  const name = nameOf(tool, 'command') ?? 'command';
  const isList = objectOf(propertiesOf(tool)[name]).type === 'array';
  return functionCall(tool, { [name]: isList ? ['bash', '-lc', command] : command });
}

function readCall({ path, from, lines }: Extract<Act, { kind: 'read' }>, tools: readonly ToolOffer[], cwd: string | null, find: Find): Call | null {
  const tool = find('read', tools, (each) => nameOf(each, 'path') !== undefined && nameOf(each, 'content') === undefined);
  if (!tool) return null;
  const given: Json = { [nameOf(tool, 'path') ?? 'path']: absolute(path, cwd) };
  if (from !== undefined && lines !== undefined) {
    const [start, count, to] = [nameOf(tool, 'from'), nameOf(tool, 'count'), nameOf(tool, 'to')];
    if (start !== undefined) given[start] = from;
    if (count !== undefined) given[count] = lines;
    else if (to !== undefined) given[to] = from + lines - 1;
  }
  return functionCall(tool, given);
}

function writeCall({ path, content }: Extract<Act, { kind: 'write' }>, tools: readonly ToolOffer[], cwd: string | null, find: Find): Call | null {
  const tool = find('write', tools, (each) => nameOf(each, 'path') !== undefined && nameOf(each, 'content') !== undefined);
  if (!tool) return null;
  return functionCall(tool, { [nameOf(tool, 'path') ?? 'path']: absolute(path, cwd), [nameOf(tool, 'content') ?? 'content']: content });
}

function patchCall({ path, content }: Extract<Act, { kind: 'write' }>, tools: readonly ToolOffer[]): Call | null {
  const lines = content.replace(/\n$/, '').split('\n').map((line) => `+${line}\n`);
  const patch = `*** Begin Patch\n*** Add File: ${path}\n${lines.join('')}*** End Patch\n`;
  const custom = customTool('apply_patch', tools);
  if (custom) return { name: custom.name, kind: 'custom', arguments: patch };
  const script = customTool('exec', tools);
  if (script) return { name: script.name, kind: 'custom', arguments: `const r = await tools.apply_patch(${JSON.stringify(patch)}); text(r);` };
  const tool = tools.find(({ kind, name }) => kind === 'function' && name === 'apply_patch');
  const name = tool ? ['input', 'patch', 'patchText', 'patch_text'].find((each) => each in propertiesOf(tool)) : undefined;
  return tool && name !== undefined ? functionCall(tool, { [name]: patch }) : null;
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function readCommand({ path, from, lines }: Extract<Act, { kind: 'read' }>): string {
  if (from === undefined || lines === undefined) return `cat -- ${quote(path)}`;
  return `sed -n ${quote(`${String(from)},${String(from + lines - 1)}p`)} -- ${quote(path)}`;
}

function writeCommand({ path, content }: Extract<Act, { kind: 'write' }>): string {
  const folder = path.includes('/') ? `mkdir -p -- ${quote(path.slice(0, path.lastIndexOf('/')) || '/')} && ` : '';
  return `${folder}printf %s ${quote(content)} > ${quote(path)}`;
}

/** The tool of this name. Agents that look their tools up when they need them offer none of a server's at first, and take the call all the same. */
function namedCall({ server, tool, arguments: given }: Extract<Act, { kind: 'call' }>, { tools, dialect }: ModelRequest): Call | null {
  const wanted = server === undefined ? tool : `mcp__${server}__${tool}`;
  const functions = tools.filter(({ kind }) => kind === 'function');
  const offered = functions.find(({ name }) => name === wanted) ?? functions.find(({ name }) => server !== undefined && name.endsWith(`${server}_${tool}`));
  if (offered) return { name: offered.name, kind: 'function', arguments: given };
  if (server === undefined) return null;
  return { name: wanted, kind: 'function', ...(dialect === 'openai-responses' && { namespace: `mcp__${server}` }), arguments: given };
}

function globCall(tools: readonly ToolOffer[]): Call | null {
  const usable = (tool: ToolOffer): boolean => nameOf(tool, 'pattern') !== undefined;
  const tool = knownTool('glob', tools, usable) ?? genericTool('glob', tools, usable);
  return tool ? functionCall(tool, { [nameOf(tool, 'pattern') ?? 'pattern']: '**/*' }) : null;
}

/** Claude Code and Qwen Code take answers with a schema through a tool. */
function deliverCall(value: unknown, tools: readonly ToolOffer[]): Call | null {
  const tool = tools.find(({ kind, name }) => kind === 'function' && /^structured_?output$/i.test(name));
  return tool ? { name: tool.name, kind: 'function', arguments: value } : null;
}
