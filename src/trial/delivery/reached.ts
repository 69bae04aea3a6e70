import { StatementIndex } from './index-of-statements.js';
import type { First } from './file.js';
import { bytesOfPrefix, normalize } from './normalize.js';
import type { Statement } from './statements.js';
import type { Told } from './told.js';

/** How a text got to the model: the first request that had it, and the sessions whose requests had it. */
export interface Arrival {
  first: First | null;
  sessions: Set<number>;
}

/** Which statements and quotes reached the model, filled text by text. */
export class Reached {
  readonly #index: StatementIndex;
  readonly #patterns: string[];
  readonly #arrivals = new Map<string, Arrival>();
  readonly #prompts = new Map<string, string>();
  /** Session and statement → how many characters of its beginning came with the statement before it, without its end. */
  readonly #begun = new Map<string, number>();
  /** What stands after a statement somewhere, each text once: a file may repeat its lines thousands of times. */
  readonly #followers = new Map<string, Set<string>>();

  /**
   * @param quotes further texts that are looked for, such as the sentence that an answer has to quote
   * @param prompts of all sessions
   */
  constructor(private readonly statements: readonly Statement[], quotes: readonly string[], private readonly prompts: readonly string[]) {
    this.#patterns = [...new Set([...statements.map(({ normal }) => normal), ...quotes.map(normalize)])].filter((text) => text !== '');
    this.#index = new StatementIndex(this.#patterns);
    for (const [at, { source, normal }] of statements.entries()) {
      const next = statements[at + 1];
      if (next?.source !== source) continue;
      const followers = this.#followers.get(normal) ?? new Set();
      this.#followers.set(normal, followers.add(next.normal));
    }
  }

  take({ text, way, ...at }: Told): void {
    const normal = normalize(text);
    const prompt = way === 'user' ? this.#promptIn(normal) : undefined;
    this.#index.search(normal, (pattern, from, to) => {
      const own = this.#patterns[pattern] ?? '';
      const inPrompt = prompt !== undefined && from >= prompt.from && to <= prompt.to;
      this.#arrive(own, { ...at, way: way !== 'user' ? way : inPrompt ? 'prompt' : 'context' });
      for (const next of this.#followers.get(own) ?? []) this.#begin(at.session, next, normal, to);
    });
  }

  /** Of a text that was given to the constructor. */
  of(text: string): Arrival {
    return this.#arrivals.get(normalize(text)) ?? { first: null, sessions: new Set() };
  }

  /** Bytes of a source that reached the model in a session: its statements, and of one that was cut its beginning. */
  bytesOf(source: string, session: number): number {
    let bytes = 0;
    let before = false;
    for (const { source: of, from, to, text, normal } of this.statements) {
      if (of !== source) continue;
      const whole = this.#arrivals.get(normal)?.sessions.has(session) === true;
      if (whole) bytes += to - from;
      else if (before) bytes += Math.min(to - from, bytesOfPrefix(text, this.#begun.get(key(session, normal)) ?? 0));
      before = whole;
    }
    return bytes;
  }

  #arrive(own: string, first: First): void {
    const known = this.#arrivals.get(own);
    if (!known) this.#arrivals.set(own, { first, sessions: new Set([first.session]) });
    else known.sessions.add(first.session);
  }

  #begin(session: number, next: string, text: string, at: number): void {
    if (text.charCodeAt(at) !== next.charCodeAt(0)) return;
    if (this.#arrivals.get(next)?.sessions.has(session) || text.startsWith(next, at)) return;
    let length = 0;
    while (length < next.length && text.charCodeAt(at + length) === next.charCodeAt(length)) length += 1;
    const name = key(session, next);
    if (length > (this.#begun.get(name) ?? 0)) this.#begun.set(name, length);
  }

  /** Where one of the prompts stands in a text of the user. */
  #promptIn(text: string): { from: number; to: number } | undefined {
    for (const prompt of this.prompts) {
      const own = this.#prompts.get(prompt) ?? normalize(prompt);
      this.#prompts.set(prompt, own);
      const from = own === '' ? -1 : text.indexOf(own);
      if (from !== -1) return { from, to: from + own.length };
    }
    return undefined;
  }
}

const key = (session: number, normal: string): string => `${String(session)} ${normal}`;
