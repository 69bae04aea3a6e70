import type { Outcome, Signal } from './adapter.js';
import { failureKind } from './failures.js';
import { sign, type SignalKind } from './signals.js';

/** What an adapter reads from the output of a turn. */
export interface Findings {
  /** There is a sign of a model: text, reasoning, a tool call, tokens. */
  alive: boolean;
  answer: string | null;
  /** How the turn failed, in the CLI's own words; null where it did not. */
  failure: Failure | null;
  /** What the CLI says it is. */
  version?: string | undefined;
  /** The models that answered, as the CLI tells them; some ask a second one for chores. */
  models?: readonly string[];
}

export interface Failure {
  text: string;
  /** HTTP status where the CLI tells it. */
  status?: number | null | undefined;
  /** Where the CLI's words need no interpretation. */
  kind?: SignalKind | undefined;
}

/** Exit codes with which shells and engines say that there is no such program. */
const MISSING = [126, 127];

/** The failure signs of a turn, by what was found in its output (docs/agents.md, "Failure signs"). */
export function signsOf(found: Findings, outcome: Outcome, pinned: string): Signal[] {
  const signs: Signal[] = [];
  if (found.version !== undefined && found.version !== pinned) signs.push(sign('version-mismatch', `it is ${found.version}, pinned is ${pinned}`));
  const { models = [] } = found;
  if (models.length > 0 && !models.some((model) => sameModel(outcome.model, model))) signs.push(sign('model-mismatch', `asked for ${String(outcome.model)}, answered by ${models.join(', ')}`));
  const end = howItEnded(found, outcome);
  return end ? [...signs, end] : signs;
}

function howItEnded({ alive, answer, failure }: Findings, { exit_code, stderr }: Outcome): Signal | undefined {
  if (failure) return sign(failure.kind ?? failureKind(failure.text, failure.status), failure.text);
  const words = stderr ? Buffer.from(stderr).toString().trim() : '';
  if (!alive) {
    if (exit_code !== null && MISSING.includes(exit_code)) return sign('program-missing', words);
    const kind = words === '' ? 'provider-error' : failureKind(words);
    return sign(exit_code === 0 || kind === 'provider-error' ? 'nothing-done' : kind, `exit code ${String(exit_code)} ${words}`);
  }
  if (exit_code !== null && exit_code !== 0) return sign('exit-code', `exit code ${String(exit_code)} ${words}`);
  return answer === null && exit_code === 0 ? sign('no-answer') : undefined;
}

/** Providers answer with a dated name for a label, and CLIs take short names: one in the other is the same model. */
export function sameModel(asked: string | null | undefined, observed: string): boolean {
  if (asked === null || asked === undefined) return true;
  const [a, b] = [plain(asked), plain(observed)];
  return a.includes(b) || b.includes(a);
}

/** Without a provider before the name and what CLIs append in brackets. */
const plain = (model: string): string => model.toLowerCase().replace(/^[^/]+\//, '').replace(/\[.*\]$/, '');
