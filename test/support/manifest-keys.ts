import { z } from 'zod';
import { commandBlock } from '../../src/agents/command-block.js';
import { manifestSchema } from '../../src/protocol/manifest.js';

/** A key of a manifest by its whole path (`tasks[].profiles`), and what holds where it is left out. */
export interface ManifestKey {
  key: string;
  /** `required`, `none`, `those below` where the keys inside have defaults of their own, else the default as YAML. */
  fallback: string;
}

/** As much of JSON Schema as zod makes of our schemas. */
interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
  default?: unknown;
  const?: unknown;
}

/** Every key that a manifest may have, from the schemas that read it. */
export const manifestKeys = (): ManifestKey[] => [
  ...keysOf(z.toJSONSchema(manifestSchema, { io: 'input' }) as Schema, ''),
  ...keysOf(z.toJSONSchema(commandBlock, { io: 'input' }) as Schema, 'configurations[].command.'),
];

function keysOf(schema: Schema, path: string): ManifestKey[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const inside = keysInside(value, `${path}${name}`);
    return [{ key: `${path}${name}`, fallback: fallbackOf(value, schema.required?.includes(name) === true, inside) }, ...inside];
  });
}

/** What may stand inside a value: an object's keys, those of a list's items, of every entry of a map, of each way to write it. */
function keysInside(value: Schema, path: string): ManifestKey[] {
  const { items, additionalProperties: entries } = value;
  const ways = value.anyOf ?? value.oneOf ?? [];
  return [
    ...keysOf(value, `${path}.`),
    ...(items === undefined ? [] : keysInside(items, `${path}[]`)),
    ...(typeof entries === 'object' ? keysInside(entries, `${path}.<name>`) : []),
    ...merged(ways.map((way) => keysInside(way, path))),
  ];
}

/** A key that not every way to write a value needs is not required; where ways differ in its default, the first one's is told. */
function merged(ways: readonly ManifestKey[][]): ManifestKey[] {
  const keys = new Map(ways.flat().reverse().map((one) => [one.key, one]));
  const inAll = (key: string): boolean => ways.every((way) => way.some((one) => one.key === key && one.fallback === 'required'));
  return [...keys.values()].map(({ key, fallback }) => ({ key, fallback: fallback === 'required' && !inAll(key) ? 'none' : fallback }));
}

function fallbackOf(value: Schema, required: boolean, inside: readonly ManifestKey[]): string {
  if (required) return 'required';
  if (value.default === undefined) return 'none';
  const own = inside.filter(({ fallback }) => fallback !== 'none');
  return own.length > 0 && own.every(({ fallback }) => fallback !== 'required') ? 'those below' : flow(value.default);
}

function flow(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => `${key}: ${flow(one)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
