import { isObject, objectOf, type Json } from '../../dialects/json.js';
import type { ToolOffer } from '../../dialects/message.js';
import { instanceOf } from '../helper-reply.js';

/** What parameters are called in the tools of the agents we know, the more telling names first. */
export const NAMES = {
  command: ['command', 'cmd', 'shell_command', 'bash_command', 'script', 'code'],
  path: ['file_path', 'filePath', 'absolute_path', 'target_file', 'filepath', 'filename', 'path', 'file'],
  content: ['content', 'contents', 'file_text', 'text', 'file_content', 'body'],
  from: ['offset', 'start_line', 'startLine', 'from_line', 'start'],
  count: ['limit', 'line_count', 'lines'],
  to: ['end_line', 'endLine', 'to_line', 'end'],
  pattern: ['pattern', 'glob', 'glob_pattern', 'query'],
} as const;

export const propertiesOf = (tool: ToolOffer): Json => objectOf(objectOf(tool.schema).properties);

/** The name that a tool has for a parameter of this meaning. */
export function nameOf(tool: ToolOffer, meaning: keyof typeof NAMES): string | undefined {
  const properties = propertiesOf(tool);
  return NAMES[meaning].find((name) => name in properties);
}

/** Arguments for a tool: those given, and the plainest values for whatever else it requires. */
export function complete(tool: ToolOffer, given: Json): Json {
  const { required } = objectOf(tool.schema);
  const properties = propertiesOf(tool);
  const missing = (Array.isArray(required) ? required.map(String) : []).filter((name) => !(name in given));
  return { ...given, ...Object.fromEntries(missing.map((name) => [name, plainValue(name, properties[name])])) };
}

function plainValue(name: string, schema: unknown): unknown {
  if (name === 'description' || name === 'explanation') return 'Look at the project';
  return isObject(schema) ? instanceOf(schema) : '';
}
