import { isObject, listOf, objectOf, type Json } from '../dialects/json.js';
import type { ModelRequest } from '../dialects/message.js';
import { say, type Move } from './brain.js';
import { summaryReply } from './summary-reply.js';

const FEW_WORDS = 'Work on the project';

/**
 * What a CLI gets when it asks for itself: the plainest value that its schema allows, or a few words.
 * @param aux what it asks for (http/aux.ts)
 * @param summary what the model makes of a conversation that is compacted
 */
export function helperReply(request: ModelRequest, aux: string, summary = FEW_WORDS): Move {
  if (request.format) return say({ text: JSON.stringify(instanceOf(request.format.schema)) });
  return aux === 'compaction' ? summaryReply(request, summary) : say({ text: FEW_WORDS });
}

/** The plainest JSON value of a schema: first choice, smallest number, no optional members. */
export function instanceOf(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > 20) return depth === 0 ? {} : null;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if ('default' in schema) return schema.default;
  const choices = listOf(schema.anyOf ?? schema.oneOf ?? schema.allOf);
  if (choices.length > 0) return instanceOf(choices[0], depth + 1);
  const type = String(Array.isArray(schema.type) ? schema.type[0] : (schema.type ?? (schema.properties ? 'object' : 'string'))).toLowerCase();
  if (type === 'object') return objectInstance(schema, depth);
  if (type === 'array') return Array.from({ length: Number(schema.minItems ?? 0) }, () => instanceOf(schema.items, depth + 1));
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return type === 'number' || type === 'integer' ? Number(schema.minimum ?? 0) : FEW_WORDS;
}

function objectInstance(schema: Json, depth: number): Json {
  const properties = objectOf(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required.map(String) : Object.keys(properties);
  return Object.fromEntries(required.map((name) => [name, instanceOf(properties[name], depth + 1)]));
}
