import { canonical } from '../../../common/json.js';
import type { Call } from '../tools/call.js';
import { takenBack } from './output.js';
import type { Turn } from './conversation.js';

/** Whoever is shown nothing so many times gives up. */
const TRIES = 3;
/** A CLI that repeats calls in words of its own is not asked for ever. */
const MOST = 500;

/**
 * What tools gave back in a turn, for one who works out anew how far he has come. Mostly that is one output after the other. A CLI that is
 * short of room takes old ones out of the conversation; then they are found by what was asked, and what was taken is to be asked again.
 */
export class Outputs {
  readonly #inOrder: string[];
  readonly #byCall = new Map<string, string>();
  readonly #tries = new Map<string, number>();
  readonly #someTaken: boolean;

  constructor(calls: Turn['calls']) {
    this.#inOrder = calls.map(({ output }) => output);
    this.#someTaken = this.#inOrder.some(takenBack);
    for (const { call, output } of calls) {
      const key = keyOf(call);
      this.#tries.set(key, (this.#tries.get(key) ?? 0) + 1);
      if (!takenBack(output)) this.#byCall.set(key, output);
    }
  }

  /** What this call gave back; undefined where it is to be made, for the first time or again. */
  of(call: Call): string | undefined {
    if (!this.#someTaken) return this.#inOrder.shift();
    const key = keyOf(call);
    return this.#byCall.get(key) ?? (this.#inOrder.length < MOST && (this.#tries.get(key) ?? 0) < TRIES ? undefined : '');
  }
}

const keyOf = ({ name, arguments: given }: Call): string => canonical([name, given ?? null]);
