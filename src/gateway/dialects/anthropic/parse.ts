import { contentText, objectOf, objectsOf, textOf, textOrNull, type Json } from '../json.js';
import type { Message, ModelRequest, ToolOffer } from '../message.js';

/** Anthropic Messages: `POST …/messages`. */
export function parse(body: Json): ModelRequest {
  const format = objectOf(objectOf(body.output_config).format ?? body.output_format);
  return {
    dialect: 'anthropic-messages',
    model: textOrNull(body.model),
    stream: body.stream === true,
    system: contentText(body.system),
    messages: objectsOf(body.messages).flatMap(messagesOf),
    tools: objectsOf(body.tools).map(offerOf),
    format: format.type === 'json_schema' ? { schema: format.schema ?? null } : null,
    parallel: objectOf(body.tool_choice).disable_parallel_tool_use !== true,
  };
}

function offerOf(tool: Json): ToolOffer {
  const builtin = tool.input_schema === undefined && textOf(tool.type) !== '' && tool.type !== 'custom';
  return { name: textOf(tool.name), kind: builtin ? 'builtin' : 'function', description: textOf(tool.description), schema: tool.input_schema ?? null };
}

/** One user message may hold tool results and text: the results come first, as the agent had them first. */
function messagesOf(message: Json): Message[] {
  const blocks = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : objectsOf(message.content);
  const role = message.role === 'assistant' || message.role === 'user' ? message.role : 'system';
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => textOf(text)).filter((text) => text !== '');
  const results = blocks.filter(({ type }) => type === 'tool_result').map((block) => ({
    call_id: textOf(block.tool_use_id), text: contentText(block.content), error: block.is_error === true,
  }));
  const calls = blocks.filter(({ type }) => type === 'tool_use').map((block) => ({
    id: textOf(block.id), name: textOf(block.name), kind: 'function' as const, arguments: block.input ?? {},
  }));
  const rest: Message = { role, texts, calls, results: [] };
  if (results.length === 0) return [rest];
  return [{ role: 'tool', texts: [], calls: [], results }, ...(texts.length > 0 ? [rest] : [])];
}

/** Messages are stateless; what a container or a stored file holds is not. */
export function serverState(body: Json): string[] {
  const marks: string[] = [];
  if (body.container !== undefined && body.container !== null) marks.push('container');
  if (JSON.stringify(body.messages ?? []).includes('"file_id":')) marks.push('file_id');
  return marks;
}
