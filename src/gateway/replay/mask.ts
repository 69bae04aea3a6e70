import { sameUntil } from '../../common/same-until.js';
import { GENERAL, type Varying } from '../../common/varying.js';
import { isObject } from '../dialects/json.js';

/** Shorter values of a member are in too much text to say anything. */
const TELLING = 8;

/**
 * Takes what varies by nature out of what is compared, so that equal requests get equal text. Never what stood in the seeded
 * text: a difference in that is what a comparison is for.
 */
export class Mask {
  /** Mask → how many different texts it hid. */
  readonly used = new Map<string, number>();
  readonly #known = new Map<string, string>();

  /** @param seeded whether a text stands in what was seeded or asked */
  constructor(
    private readonly varying: Pick<Varying, 'texts' | 'members'>,
    private readonly seeded: (text: string) => boolean = () => false,
  ) {}

  /** A JSON value, such as a request's body. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([key, item]) => !this.#drops(key, item)).map(([key, item]) => [key, this.value(item)]));
  }

  text(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    let result = text;
    for (const { name, pattern } of this.varying.texts) {
      result = result.replaceAll(pattern, (match) => (this.seeded(match) ? match : this.#hide(name)));
    }
    this.#known.set(text, result);
    return result;
  }

  #drops(key: string, item: unknown): boolean {
    if (!this.varying.members.includes(key) || this.#says(item)) return false;
    this.#hide(`member ${key}`);
    return true;
  }

  /** Whether anything in a value that would be dropped was seeded. */
  #says(value: unknown): boolean {
    if (typeof value === 'string') return value.length >= TELLING && this.seeded(value);
    return typeof value === 'object' && value !== null && Object.values(value).some((item) => this.#says(item));
  }

  #hide(name: string): string {
    this.used.set(name, (this.used.get(name) ?? 0) + 1);
    return `<${name}>`;
  }
}

/** A mask for traffic of an agent that nothing is known of. */
export const generalMask = (): Mask => new Mask(GENERAL);

export interface Difference {
  /** JSON pointer. */
  at: string;
  recorded: unknown;
  asked: unknown;
}

/** The first place where two values differ; null where they do not. */
export function firstDifference(recorded: unknown, asked: unknown, at = ''): Difference | null {
  if (Array.isArray(recorded) && Array.isArray(asked)) {
    for (let index = 0; index < Math.max(recorded.length, asked.length); index += 1) {
      const found = firstDifference(recorded[index], asked[index], `${at}/${String(index)}`);
      if (found) return found;
    }
    return null;
  }
  if (isObject(recorded) && isObject(asked)) {
    for (const key of [...new Set([...Object.keys(recorded), ...Object.keys(asked)])].sort()) {
      const found = firstDifference(recorded[key], asked[key], `${at}/${key}`);
      if (found) return found;
    }
    return null;
  }
  return Object.is(recorded, asked) ? null : { at: at || '/', ...shortened(recorded, asked) };
}

const LEAD = 200;
const LONGEST = 2000;

/** Long texts are shown around what differs, as far as a person can use it. */
function shortened(recorded: unknown, asked: unknown): Omit<Difference, 'at'> {
  const [one, other] = [textOf(recorded), textOf(asked)];
  const from = Math.max(0, (one === undefined || other === undefined ? 0 : sameUntil(one, other)) - LEAD);
  const cut = (value: unknown, text: string | undefined): unknown =>
    text === undefined || text.length <= LONGEST ? (value ?? null) : `${from > 0 ? '…' : ''}${text.slice(from, from + LONGEST)}${from + LONGEST < text.length ? '…' : ''}`;
  return { recorded: cut(recorded, one), asked: cut(asked, other) };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : JSON.stringify(value));
