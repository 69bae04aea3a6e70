import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What a kind of value is called by people who write YAML or JSON. */
const NAMES: Record<string, string> = {
  string: 'text', number: 'a number', int: 'a whole number', bigint: 'a whole number', boolean: '`true` or `false`', array: 'a list', object: 'keys with values', record: 'keys with values', null: 'nothing', nan: 'no number', date: 'a date',
};
const nameOf = (kind: string): string => NAMES[kind] ?? kind;

/** What a schema found wrong, in words for people; words that the schema itself gives are kept. */
export function inWords(issue: Issue): string {
  if (!OWN_WORDS.test(issue.message)) return lower(issue.message);
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind(issue.expected, /received (\w+)$/i.exec(issue.message)?.[1]?.toLowerCase());
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), issue.inclusive === false ? 'less than' : 'at most');
    case 'invalid_value':
      return issue.values.length === 1 ? `must be ${shown(issue.values[0])}` : `must be one of ${issue.values.map(shown).join(', ')}`;
    case 'invalid_union':
      return variants(issue.message) ?? oneOf(issue.errors);
    case 'invalid_format':
      return `is not written as ${FORMATS[issue.format] ?? `a ${issue.format}`}`;
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`;
    default:
      return lower(issue.message);
  }
}

/** How the schema library begins when nobody gave it words. */
const OWN_WORDS = /^(?:Invalid (?:input|option|string|number|key|element|union|value|discriminator|[a-z ]*format|ISO|[A-Za-z0-9]+$)|Too (?:small|big)|Unrecognized)/;

const FORMATS: Record<string, string> = { datetime: 'a time (2026-11-30T12:00:00Z)', date: 'a date (2026-11-30)', url: 'an address (https://…)', regex: 'it has to be' };

function wrongKind(expected: string, received: string | undefined): string {
  if (received === 'undefined') return 'is missing';
  const given = received === undefined || nameOf(received) === nameOf(expected) || (expected === 'int' && received === 'number') ? '' : `, not ${nameOf(received)}`;
  return `must be ${nameOf(expected)}${given}`;
}

function bound(origin: string, limit: number, how: string): string {
  const amount = String(limit);
  if (origin === 'string') return how === 'at least' && limit === 1 ? 'must not be empty' : `must have ${how} ${amount} characters`;
  if (origin === 'array' || origin === 'set' || origin === 'object') return how === 'at least' && limit === 1 ? 'must have at least one entry' : `must have ${how} ${amount} entries`;
  return `must be ${how} ${amount}`;
}

/** Where each of several forms says what kind of value it wants, all of them. */
function oneOf(errors: readonly (readonly Issue[])[]): string {
  const kinds = errors.map(([first]) => (first?.code === 'invalid_type' && first.path.length === 0 ? nameOf(first.expected) : first?.code === 'invalid_value' ? first.values.map(shown).join(', ') : undefined));
  return kinds.every((kind) => kind !== undefined) ? `must be ${[...new Set(kinds)].join(' or ')}` : 'has none of the forms that it can have';
}

/** Of a choice of forms by one key, what that key can be. */
function variants(message: string): string | undefined {
  const values = [...message.matchAll(/'([^']+)'/g)].map(([, value]) => shown(value));
  return values.length === 0 ? undefined : `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
}

const shown = (value: unknown): string => `\`${String(value)}\``;
const lower = (message: string): string => message.charAt(0).toLowerCase() + message.slice(1);
