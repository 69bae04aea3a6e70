import { argumentsOf, contentText, isObject, objectsOf, objectOf, textOf, textOrNull, type Json } from '../json.js';
import type { Message, ModelRequest, ToolCall, ToolOffer } from '../message.js';

/** OpenAI Responses: `POST …/responses`. */
export function parse(body: Json): ModelRequest {
  const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : objectsOf(body.input);
  const format = objectOf(objectOf(body.text).format);
  return {
    dialect: 'openai-responses',
    model: textOrNull(body.model),
    stream: body.stream === true,
    system: textOf(body.instructions),
    messages: items.flatMap(messageOf),
    tools: [...objectsOf(body.tools), ...items.filter(isToolList).flatMap((item) => objectsOf(item.tools))].flatMap(offersOf),
    format: format.type === 'json_schema' ? { schema: format.schema ?? null } : format.type === 'json_object' ? { schema: null } : null,
    parallel: body.parallel_tool_calls !== false,
  };
}

/** Codex in code mode brings its tools as an item of the conversation. */
const isToolList = (item: Json): boolean => item.type === 'additional_tools';

function offersOf(tool: Json): ToolOffer[] {
  if (Array.isArray(tool.tools)) return objectsOf(tool.tools).flatMap(offersOf);
  const kind = tool.type === 'custom' ? 'custom' : tool.type === 'function' ? 'function' : 'builtin';
  const name = textOf(tool.name) || textOf(tool.type);
  return [{ name, kind, description: textOf(tool.description), schema: tool.parameters ?? null }];
}

function messageOf(item: Json): Message[] {
  const type = textOf(item.type);
  if (type === 'message' || (type === '' && item.role !== undefined)) return [plain(item)];
  if (type === 'reasoning' || isToolList(item)) return [];
  if (type.endsWith('_output') && item.call_id !== undefined) {
    const result = { call_id: textOf(item.call_id), text: outputText(item.output), error: item.status === 'failed' };
    return [{ role: 'tool', texts: [], calls: [], results: [result] }];
  }
  const call = callOf(item);
  return call ? [{ role: 'assistant', texts: [], calls: [call], results: [] }] : [];
}

function plain(item: Json): Message {
  const role = item.role === 'assistant' ? 'assistant' : item.role === 'user' ? 'user' : 'system';
  const texts = typeof item.content === 'string' ? [item.content] : objectsOf(item.content).map((part) => textOf(part.text) || textOf(part.refusal));
  return { role, texts: texts.filter((text) => text !== ''), calls: [], results: [] };
}

/** A tool call that the agent carries out; null for what the provider runs itself. */
export function callOf(item: Json): ToolCall | null {
  const id = textOf(item.call_id) || textOf(item.id);
  if (item.type === 'function_call') {
    // Codex keeps the tools of an MCP server in a namespace; everybody else calls them by one name.
    const namespace = textOf(item.namespace);
    const name = namespace === '' ? textOf(item.name) : `${namespace}__${textOf(item.name)}`;
    return { id, name, kind: 'function', ...(namespace !== '' && { namespace }), arguments: argumentsOf(item.arguments) };
  }
  if (item.type === 'custom_tool_call') return { id, name: textOf(item.name), kind: 'custom', arguments: textOf(item.input) };
  if (item.type === 'local_shell_call') return { id, name: 'local_shell', kind: 'function', arguments: item.action ?? {} };
  return null;
}

/** Output is text, parts, or (older agents) JSON text around both. */
function outputText(output: unknown): string {
  if (isObject(output)) return textOf(output.content) || JSON.stringify(output);
  return contentText(output);
}

/** What makes the provider remember between requests. `store` is true unless it is switched off. */
export function serverState(body: Json): string[] {
  const marks: string[] = [];
  if (typeof body.previous_response_id === 'string') marks.push('previous_response_id');
  if (body.conversation !== undefined && body.conversation !== null) marks.push('conversation');
  if (body.store !== false) marks.push(body.store === true ? 'store' : 'store (default)');
  if (body.background === true) marks.push('background');
  if (body.prompt !== undefined && body.prompt !== null) marks.push('prompt');
  return marks;
}
