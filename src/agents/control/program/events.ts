import { randomUUID } from 'node:crypto';

/** One line of standard output. */
export type Event =
  | { type: 'start'; id: string }
  | { type: 'call'; id: string; name: string; arguments: Record<string, unknown> }
  | { type: 'result'; id: string; result: unknown; failed?: true; cut?: true }
  | { type: 'say'; text: string }
  | { type: 'error'; text: string }
  | { type: 'final'; text: string };

/** Writes events as JSON lines, each one at once and whole, so that a run that is cut short loses none. */
export class Events {
  #calls = 0;
  readonly #out: (bytes: Uint8Array) => void;

  constructor(out: (bytes: Uint8Array) => void) {
    this.#out = out;
  }

  start(): void {
    this.#write({ type: 'start', id: randomUUID() });
  }

  say(text: string): void {
    this.#write({ type: 'say', text });
  }

  error(text: string): void {
    this.#write({ type: 'error', text });
  }

  final(text: string): void {
    this.#write({ type: 'final', text });
  }

  /** Does something and reports it before and after. A failure is reported too and gives undefined. */
  call<T>(name: string, parameters: Record<string, unknown>, act: () => T, show: (outcome: T) => { result: unknown; cut?: true }): T | undefined {
    const id = String(++this.#calls);
    this.#write({ type: 'call', id, name, arguments: parameters });
    try {
      const outcome = act();
      this.#write({ type: 'result', id, ...show(outcome) });
      return outcome;
    } catch (error) {
      this.#write({ type: 'result', id, result: error instanceof Error ? error.message : String(error), failed: true });
      return undefined;
    }
  }

  #write(event: Event): void {
    this.#out(Buffer.from(`${JSON.stringify(event)}\n`));
  }
}
