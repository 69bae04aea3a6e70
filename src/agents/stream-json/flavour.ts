import type { ParsedEvent } from '../../trace/events.js';
import type { Json } from '../stream.js';

/** What differs between the CLIs that speak Claude Code's `stream-json`. */
export interface Flavour {
  /** The CLI's own version in its first line. */
  version(init: Json): string | undefined;
  /** An `assistant` message that the CLI wrote itself, to say that the model could not be asked. */
  isOwnWords(message: Json): boolean;
  /** What the tokens of a `result` mean. */
  tokens(counts: Json): ParsedEvent;
  /** Subtypes of `system` lines that tell that a request failed and is tried again. */
  retries: readonly string[];
  /** Subtypes of `system` lines that say nothing about what the agent did. */
  silent: readonly string[];
}
