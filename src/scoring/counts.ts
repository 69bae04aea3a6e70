import { CATEGORIES, type Category } from '../scenario/schema.js';
import type { SelectedCase } from '../scenario/profiles.js';
import type { LAYERS } from './judge.js';
import type { ParsedScore, QuestionResult } from './schemas.js';

type Figures = Omit<ParsedScore, 'scenario' | 'profile' | 'questions' | 'context_characters' | 'scope' | 'results' | 'format_failure'>;

/** Every count of a score (contract, "What the counts mean"). */
export function countResults(results: readonly QuestionResult[], selected: SelectedCase): Figures {
  const informed = selected.profile !== 'instructions';
  const resolved = results.filter(({ question }) => !selected.unresolved.has(question));
  const retained = informed ? grounded(resolved) : 0;
  return {
    grounded_correct: grounded(results),
    value_correct: results.filter((result) => result.value_correct).length,
    citation_rejected: results.filter((result) => result.citation_rejected).length,
    known_decisions_retained: retained,
    known_decisions: resolved.length,
    ...(Object.keys(selected.categories).length > 0 && {
      decision_retention: retained,
      resolved_questions: resolved.length,
      category_counts: categoryCounts(results),
      ...uncertaintyCounts(results, selected, informed),
    }),
    ...(selected.kind === 'revision' && { layer_counts: layerCounts(results) }),
  };
}

const grounded = (results: readonly QuestionResult[]): number => results.filter((result) => result.grounded_correct).length;

const inCategory = (results: readonly QuestionResult[], category: Category): QuestionResult[] => results.filter((result) => result.category === category);

/** Under `instructions` every question is one of uncertainty, and there is nothing that could be kept, corrected or missed. */
function uncertaintyCounts(results: readonly QuestionResult[], { unresolved }: SelectedCase, informed: boolean): Partial<Figures> {
  const open = results.filter(({ question }) => unresolved.has(question));
  const uncertain = informed ? open : results;
  return {
    corrections: informed ? grounded(inCategory(results, 'replaced_decision')) : 0,
    safe_uncertainty: grounded(uncertain),
    uncertainty_questions: uncertain.length,
    missed_constraints: informed ? inCategory(results, 'cross_project_constraint').filter((result) => !result.value_correct).length : 0,
    invented_certainty: informed ? open.filter(({ value_correct, answer }) => !value_correct && answer.value !== 'unknown').length : 0,
  };
}

function categoryCounts(results: readonly QuestionResult[]): NonNullable<Figures['category_counts']> {
  const rows = CATEGORIES.map((category) => {
    const own = inCategory(results, category);
    const row = {
      questions: own.length,
      value_correct: own.filter((result) => result.value_correct).length,
      citation_rejected: own.filter((result) => result.citation_rejected).length,
      grounded_correct: grounded(own),
    };
    return [category, row] as const;
  });
  return Object.fromEntries(rows.filter(([, row]) => row.questions > 0));
}

function layerCounts(results: readonly QuestionResult[]): NonNullable<Figures['layer_counts']> {
  const passed = (layer: (typeof LAYERS)[number]): number => results.filter(({ layers }) => layers?.[layer] === true).length;
  return {
    retrieved_record: passed('retrieved_record'),
    cited_revision: passed('cited_revision'),
    proposed_value: passed('proposed_value'),
    outbound_action: passed('outbound_action'),
  };
}
