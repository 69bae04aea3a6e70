import { z } from 'zod';
import { defineKind, textTarget } from '../kind.js';
import { documentAt, isBare, textAt } from '../target.js';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day that the calendar has; 29 February of any year. */
function isDate(value: unknown): boolean {
  const [, month = '', day = ''] = typeof value === 'string' ? (/^\d{4}-(\d{2})-(\d{2})$/.exec(value) ?? []) : [];
  return Number(day) >= 1 && Number(day) <= (DAYS[Number(month) - 1] ?? 0);
}

const TYPES = {
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  integer: (value: unknown) => Number.isInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  null: (value: unknown) => value === null,
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  date: isDate,
} as const;
const type = z.enum(Object.keys(TYPES) as (keyof typeof TYPES)[]);

export const json = defineKind({
  kind: 'json',
  about: 'the answer, or a JSON or YAML file, is an object with these fields of these types (a date is `YYYY-MM-DD`)',
  outcomes: ['right', 'absent', 'malformed'],
  options: {
    ...textTarget,
    fields: z.record(z.string(), z.union([type, z.array(type).min(1)])),
    /** Whether other fields may stand beside them. */
    others: z.boolean().default(false),
    /** The answer is the object and nothing else; one fence around it is no text. */
    bare: z.boolean().default(false),
  },
  key: {},
  judge: ({ file, fields, others, bare }, evidence) => {
    const found = documentAt(evidence, file);
    if ('missing' in found) return found.missing;
    const { value } = found;
    if (!TYPES.object(value)) return 'malformed';
    const object = value as Record<string, unknown>;
    const fits = Object.entries(fields).every(([name, types]) => Object.hasOwn(object, name) && [types].flat().some((type) => TYPES[type](object[name])));
    if (!fits || (!others && Object.keys(object).some((name) => !Object.hasOwn(fields, name)))) return 'malformed';
    const text = textAt(evidence, file);
    return bare && file === undefined && 'value' in text && !isBare(text.value) ? 'malformed' : 'right';
  },
});
