import { sha256 } from '../common/digest.js';
import type { Expected } from '../scenario/schema.js';
import type { SelectedCase } from '../scenario/profiles.js';
import type { Answer } from './answers.js';

export const LAYERS = ['retrieved_record', 'cited_revision', 'proposed_value', 'outbound_action'] as const;
export type Layers = Record<(typeof LAYERS)[number], boolean>;

/** What one answer is worth. */
export interface Judgement {
  value_correct: boolean;
  /** The value is right, the evidence for it is not. */
  citation_rejected: boolean;
  grounded_correct: boolean;
  /** Revision only. */
  layers?: Layers;
}

/** Judges one answer against the key, exactly: equal strings, a required sentence, a verbatim quote (contract, "Grounded"). */
export function judge(answer: Answer, expected: Expected, { kind, sources }: Pick<SelectedCase, 'kind' | 'sources'>): Judgement {
  const value_correct = answer.value === expected.value;
  const cited = isCited(answer, expected, sources);
  if (kind === 'decisions') return { value_correct, citation_rejected: value_correct && !cited, grounded_correct: value_correct && cited };
  const layers: Layers = {
    retrieved_record:
      answer.record_id === expected.record_id && answer.supersedes === expected.supersedes && answer.dependency_check === expected.dependency_check,
    cited_revision: cited && answer.source_revision === revisionOf(answer.source, sources),
    proposed_value: value_correct,
    outbound_action: answer.action === expected.action,
  };
  return { value_correct, citation_rejected: value_correct && !layers.cited_revision, grounded_correct: LAYERS.every((layer) => layers[layer]), layers };
}

/** The source is the expected one, the quote holds the required sentence, and stands in that source word for word. */
function isCited({ source, quote }: Answer, expected: Expected, sources: SelectedCase['sources']): boolean {
  if (source !== expected.source) return false;
  if (source === null) return quote === '';
  return quote.includes(expected.quote) && textOf(source, sources).includes(quote);
}

const revisionOf = (source: string | null, sources: SelectedCase['sources']): string => sha256(textOf(source ?? '', sources));

const textOf = (source: string, sources: SelectedCase['sources']): string => (Object.hasOwn(sources, source) ? (sources[source] ?? '') : '');
