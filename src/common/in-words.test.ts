import { expect, test } from 'vitest';
import { z } from 'zod';
import { schemaFault } from './schema-fault.js';

const said = (schema: z.ZodType, value: unknown): string => {
  const { error } = schema.safeParse(value);
  return error ? schemaFault(error).message : 'fits';
};

test.each<[string, z.ZodType, unknown, string]>([
  ['another kind', z.number(), 'many', 'must be a number, not text'],
  ['a list for text', z.string(), ['a'], 'must be text, not a list'],
  ['a list for keys', z.strictObject({}), [], 'must be keys with values, not a list'],
  ['a fraction', z.int(), 1.5, 'must be a whole number'],
  ['nothing there', z.strictObject({ a: z.string() }), {}, 'is missing'],
  ['a switch', z.boolean(), 'yes', 'must be `true` or `false`, not text'],
  ['too small', z.int().min(1), 0, 'must be at least 1'],
  ['not more', z.number().positive(), 0, 'must be more than 0'],
  ['too big', z.int().max(100), 101, 'must be at most 100'],
  ['empty text', z.string().min(1), '', 'must not be empty'],
  ['short text', z.string().min(8), 'a', 'must have at least 8 characters'],
  ['an empty list', z.array(z.string()).min(1), [], 'must have at least one entry'],
  ['no option', z.enum(['auto', 'docker']), 'podman', 'must be one of `auto`, `docker`'],
  ['no literal', z.literal('git'), 'svn', 'must be `git`'],
  ['no variant', z.discriminatedUnion('mode', [z.strictObject({ mode: z.literal('live') }), z.strictObject({ mode: z.literal('replay') })]), { mode: 'dead' }, 'must be one of `live`, `replay`'],
  ['no form', z.union([z.string(), z.number()]), [], 'must be text or a number'],
  ['no time', z.iso.datetime(), 'soon', 'is not written as a time (2026-11-30T12:00:00Z)'],
  ['own words', z.string().regex(/^a/, 'must start with a'), 'b', 'must start with a'],
  ['an unknown key', z.strictObject({}), { b: 1 }, 'unknown key `b`'],
])('%s', (_, schema, value, message) => {
  expect(said(schema, value)).toBe(message);
});
