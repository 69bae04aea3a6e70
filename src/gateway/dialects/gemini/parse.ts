import { contentText, isObject, listOf, objectOf, objectsOf, textOf, type Json } from '../json.js';
import type { Message, ModelRequest, ToolOffer } from '../message.js';

const OPERATION = /\/([^/]+):(?:streamG|g)enerateContent$/;

/** Gemini: `POST …/models/<model>:generateContent` or `:streamGenerateContent`. */
export function parse(body: Json, path: string): ModelRequest {
  const config = objectOf(body.generationConfig ?? body.generation_config);
  const schema = config.responseJsonSchema ?? config.responseSchema ?? null;
  return {
    dialect: 'gemini',
    model: OPERATION.exec(path)?.[1] ?? null,
    stream: path.endsWith(':streamGenerateContent'),
    system: contentText(objectOf(body.systemInstruction ?? body.system_instruction).parts),
    messages: messagesOf(objectsOf(body.contents)),
    tools: objectsOf(body.tools).flatMap(offersOf),
    format: config.responseMimeType === 'application/json' ? { schema } : null,
    parallel: true,
  };
}

function offersOf(tool: Json): ToolOffer[] {
  const functions = tool.functionDeclarations ?? tool.function_declarations;
  if (!Array.isArray(functions)) return Object.keys(tool).map((name) => ({ name, kind: 'builtin', description: '', schema: null }));
  return objectsOf(functions).map((definition) => ({
    name: textOf(definition.name),
    kind: 'function',
    description: textOf(definition.description),
    schema: definition.parametersJsonSchema ?? definition.parameters ?? null,
  }));
}

/** Ids of calls are optional in Gemini: without them, the n-th result of a name belongs to the n-th call of that name. */
function messagesOf(contents: Json[]): Message[] {
  const seen = { call: new Map<string, number>(), result: new Map<string, number>() };
  const idOf = (part: Json, side: 'call' | 'result'): string => {
    const name = textOf(part.name);
    const count = seen[side].get(name) ?? 0;
    seen[side].set(name, count + 1);
    return textOf(part.id) || `${name}#${String(count)}`;
  };
  return contents.flatMap((content): Message[] => {
    const parts = objectsOf(content.parts);
    const results = parts.map((part) => part.functionResponse).filter(isObject).map((part) => ({ call_id: idOf(part, 'result'), ...outcome(part.response) }));
    const calls = parts.map((part) => part.functionCall).filter(isObject).map((part) => ({
      id: idOf(part, 'call'), name: textOf(part.name), kind: 'function' as const, arguments: part.args ?? {},
    }));
    const texts = parts.filter(({ thought }) => thought !== true).map(({ text }) => textOf(text)).filter((text) => text !== '');
    const rest: Message = { role: content.role === 'model' ? 'assistant' : 'user', texts, calls, results: [] };
    if (results.length === 0) return [rest];
    return [{ role: 'tool', texts: [], calls: [], results }, ...(texts.length > 0 ? [rest] : [])];
  });
}

function outcome(response: unknown): { text: string; error: boolean } {
  const holder = objectOf(response);
  const value = holder.output ?? holder.result ?? holder.error ?? holder.content ?? response ?? '';
  const text = typeof value === 'string' ? value : contentText(listOf(value)) || JSON.stringify(value);
  return { text, error: holder.error !== undefined };
}

export const serverState = (body: Json): string[] => (typeof (body.cachedContent ?? body.cached_content) === 'string' ? ['cachedContent'] : []);
