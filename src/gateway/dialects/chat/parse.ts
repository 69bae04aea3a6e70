import { argumentsOf, contentText, objectOf, objectsOf, textOf, textOrNull, type Json } from '../json.js';
import type { Message, ModelRequest, ToolCall, ToolOffer } from '../message.js';

/** OpenAI Chat Completions: `POST …/chat/completions`. */
export function parse(body: Json): ModelRequest {
  const format = objectOf(body.response_format);
  return {
    dialect: 'openai-chat',
    model: textOrNull(body.model),
    stream: body.stream === true,
    system: '',
    messages: objectsOf(body.messages).map(messageOf),
    tools: objectsOf(body.tools).map(offerOf),
    format: format.type === 'json_schema' ? { schema: objectOf(format.json_schema).schema ?? null } : format.type === 'json_object' ? { schema: null } : null,
    parallel: body.parallel_tool_calls !== false,
  };
}

function offerOf(tool: Json): ToolOffer {
  const kind = tool.type === 'custom' ? 'custom' : 'function';
  const definition = objectOf(kind === 'custom' ? tool.custom : tool.function);
  return { name: textOf(definition.name), kind, description: textOf(definition.description), schema: definition.parameters ?? null };
}

function messageOf(message: Json): Message {
  const role = textOf(message.role);
  if (role === 'tool' || role === 'function') {
    const result = { call_id: textOf(message.tool_call_id) || textOf(message.name), text: contentText(message.content), error: false };
    return { role: 'tool', texts: [], calls: [], results: [result] };
  }
  const texts = typeof message.content === 'string' ? [message.content] : objectsOf(message.content).map((part) => textOf(part.text));
  const calls = objectsOf(message.tool_calls).map(callOf);
  return { role: role === 'assistant' || role === 'user' ? role : 'system', texts: texts.filter((text) => text !== ''), calls, results: [] };
}

export function callOf(call: Json): ToolCall {
  const custom = objectOf(call.custom);
  if (call.type === 'custom') return { id: textOf(call.id), name: textOf(custom.name), kind: 'custom', arguments: textOf(custom.input) };
  const definition = objectOf(call.function);
  return { id: textOf(call.id), name: textOf(definition.name), kind: 'function', arguments: argumentsOf(definition.arguments) };
}

/** Chat completions are stored only where that is asked for. */
export const serverState = (body: Json): string[] => (body.store === true ? ['store'] : []);
