import type { Scenario } from './schema.js';

/** What is wrong in a scenario, and where: the keys that lead there from its top. */
export interface Problem {
  path: readonly (string | number)[];
  message: string;
}

/** What contradicts itself in a scenario whose shape is right, whichever profile is used. */
export function consistencyProblems(scenario: Scenario): Problem[] {
  return [...idProblems(scenario), ...keyProblems(scenario), ...recordProblems(scenario)];
}

/** The value of a record's own key. A question may be called `constructor`. */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;

function idProblems({ questions, expected, categories = {}, expected_by_profile = {} }: Scenario): Problem[] {
  const known = new Set(Object.keys(questions));
  const unknown = (record: object, ...path: string[]): Problem[] =>
    Object.keys(record)
      .filter((id) => !known.has(id))
      .map((id) => ({ path: [...path, id], message: `there is no question \`${id}\`` }));
  return [
    ...(known.size === 0 ? [{ path: ['questions'], message: 'there are no questions' }] : []),
    ...[...known].filter((id) => !Object.hasOwn(expected, id)).map((id) => ({ path: ['questions', id], message: 'has no entry in `expected`' })),
    ...unknown(expected, 'expected'),
    ...unknown(categories, 'categories'),
    ...Object.entries(expected_by_profile).flatMap(([profile, entries]) => unknown(entries, 'expected_by_profile', profile)),
  ];
}

/** Every quote stands in its source. Which of them a profile shows is checked when one is selected. */
function keyProblems(scenario: Scenario): Problem[] {
  const everySource = [scenario.sources, ...Object.values(scenario.sources_by_profile ?? {})];
  return Object.entries(scenario.expected).flatMap(([id, { source, quote }]): Problem[] => {
    if (source === null) return quote === '' ? [] : [{ path: ['expected', id, 'quote'], message: 'must be empty where the source is null' }];
    const texts = everySource.flatMap((sources) => own(sources, source) ?? []);
    if (texts.length === 0) return [{ path: ['expected', id, 'source'], message: `there is no source \`${source}\`` }];
    if (quote === '') return [{ path: ['expected', id, 'quote'], message: 'must not be empty: every text holds the empty quote' }];
    return texts.some((text) => text.includes(quote)) ? [] : [{ path: ['expected', id, 'quote'], message: `is not in \`${source}\`` }];
  });
}

function recordProblems(scenario: Scenario): Problem[] {
  if (scenario.revision_contract !== true) return [];
  const needed = ['record_id', 'supersedes', 'dependency_check', 'action'] as const;
  const lacking = Object.entries(scenario.expected).flatMap(([id, entry]) =>
    needed.filter((field) => entry[field] === undefined).map((field) => ({ path: ['expected', id], message: `lacks \`${field}\`, which a revision scenario needs` })),
  );
  const sourceless = Object.entries(scenario.expected)
    .filter(([, { source }]) => source === null)
    .map(([id]) => ({ path: ['expected', id, 'source'], message: 'must name a source: a revision is the digest of its text' }));
  return [...lacking, ...sourceless, ...ambiguousRecords(scenario), ...supersededProblems(scenario)];
}

/** Questions may share a record, if they say the same of it. */
function ambiguousRecords({ expected }: Scenario): Problem[] {
  const seen = new Map<string, string>();
  return Object.entries(expected).flatMap(([id, { record_id = '', source, supersedes, dependency_check }]): Problem[] => {
    const record = JSON.stringify([source, supersedes, dependency_check]);
    const other = seen.get(record_id) ?? record;
    seen.set(record_id, record);
    return other === record ? [] : [{ path: ['expected', id, 'record_id'], message: `duplicated record id \`${record_id}\` for another record` }];
  });
}

function supersededProblems({ sources, expected, superseded_records = [] }: Scenario): Problem[] {
  const taken = new Set(Object.values(expected).map(({ record_id }) => record_id));
  return superseded_records.flatMap(({ record_id, source }, index): Problem[] => {
    const at = (field: string, message: string): Problem[] => [{ path: ['superseded_records', index, field], message }];
    if (taken.has(record_id)) return at('record_id', `duplicated record id \`${record_id}\``);
    taken.add(record_id);
    return Object.hasOwn(sources, source) ? [] : at('source', `there is no source \`${source}\``);
  });
}
