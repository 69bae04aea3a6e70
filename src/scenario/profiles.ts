import { UserError } from '../common/errors.js';
import { formatPath, type Place } from '../common/place.js';
import { own } from './consistency.js';
import { PROFILES, type Category, type Expected, type Profile, type Scenario, type SupersededRecord } from './schema.js';

/** A scenario under one profile: what the agent is shown, what it is asked, and what was expected of it. */
export interface SelectedCase {
  scenario: string;
  profile: Profile;
  kind: 'decisions' | 'revision';
  /** {path: text} of exactly the sources that the profile shows, in the scenario's order. */
  sources: Record<string, string>;
  questions: Record<string, string>;
  /** Empty where the scenario has none. Never shown. */
  categories: Record<string, Category>;
  /** The answer key as it holds under this profile. Never shown. */
  expected: Record<string, Expected>;
  /** Questions that the scenario itself leaves open, whatever the profile. */
  unresolved: ReadonlySet<string>;
  /** Revision only: the superseded records whose source is shown. */
  superseded: SupersededRecord[];
}

/** What is right under `instructions`: the project's facts were not given, so to know nothing is correct. */
export const UNKNOWN = { value: 'unknown', source: null, quote: '' } as const;

const UNRESOLVED_VALUES: readonly string[] = ['unconfirmed', 'unresolved'];

/**
 * Selects sources and answer key of one profile (contract, "Continuity verbs", profile selection).
 * @throws UserError CLEANSLATE_PROFILE_UNKNOWN, CLEANSLATE_PROFILE_UNSUPPORTED,
 *   and CLEANSLATE_SCENARIO_INVALID where the key expects what this profile does not show
 */
export function selectCase(scenario: Scenario, profile: string, place: Place = formatPath): SelectedCase {
  const known = asProfile(profile);
  const reason = unsupportedBecause(scenario, known);
  if (reason !== undefined) {
    const hint = `supported here: ${supportedProfiles(scenario).join(', ')}`;
    throw new UserError('CLEANSLATE_PROFILE_UNSUPPORTED', `profile \`${profile}\`: ${reason}`, { where: place(['id']), hint });
  }
  const sources = selectSources(scenario, known);
  const expected = resolveExpected(scenario, known);
  for (const id of Object.keys(expected)) refuseUnreachable(scenario, known, sources, own(expected, id), id, place);
  const { categories = {}, superseded_records = [] } = scenario;
  return {
    scenario: scenario.id,
    profile: known,
    kind: scenario.revision_contract === true ? 'revision' : 'decisions',
    sources,
    questions: scenario.questions,
    categories,
    expected,
    unresolved: unresolvedQuestions(scenario, known),
    superseded: superseded_records.filter(({ source }) => Object.hasOwn(sources, source)),
  };
}

/** The profiles that a scenario can be prepared for. */
export const supportedProfiles = (scenario: Scenario): Profile[] =>
  PROFILES.filter((profile) => unsupportedBecause(scenario, profile) === undefined);

function asProfile(profile: string): Profile {
  const known = PROFILES.find((name) => name === profile);
  if (known !== undefined) return known;
  throw new UserError('CLEANSLATE_PROFILE_UNKNOWN', `unknown profile \`${profile}\``, { hint: `use one of ${PROFILES.join(', ')}` });
}

function unsupportedBecause(scenario: Scenario, profile: Profile): string | undefined {
  if (scenario.revision_contract === true && (profile === 'instructions' || profile === 'handoff-sentences'))
    return `the revision scenario \`${scenario.id}\` has no such profile`;
  if (profile === 'contextos') return undefined;
  const extra = own(scenario.sources_by_profile, profile);
  const lacks = (path: string): boolean => !Object.hasOwn(scenario.sources, path) && !Object.hasOwn(extra ?? {}, path);
  if (profile === 'handoff-sentences' && extra === undefined) return `\`${scenario.id}\` does not define it in \`sources_by_profile\``;
  if (lacks('AGENTS.md')) return `\`${scenario.id}\` has no source \`AGENTS.md\``;
  if (profile === 'handoff' && lacks('HANDOFF.md')) return `\`${scenario.id}\` has no source \`HANDOFF.md\``;
  return undefined;
}

const SHOWS: Record<Profile, (path: string) => boolean> = {
  instructions: (path) => path === 'AGENTS.md',
  handoff: (path) => path === 'AGENTS.md' || path === 'HANDOFF.md',
  contextos: (path) => path !== 'HANDOFF.md',
  'handoff-sentences': (path) => path === 'AGENTS.md',
};

function selectSources(scenario: Scenario, profile: Profile): Record<string, string> {
  const shown = Object.entries(scenario.sources).filter(([path]) => SHOWS[profile](path));
  return { ...Object.fromEntries(shown), ...own(scenario.sources_by_profile, profile) };
}

function resolveExpected(scenario: Scenario, profile: Profile): Record<string, Expected> {
  const overrides = own(scenario.expected_by_profile, profile);
  const resolve = (id: string, entry: Expected): Expected => {
    if (profile === 'instructions') return { ...UNKNOWN };
    const source = profile === 'handoff' && entry.source !== null ? 'HANDOFF.md' : entry.source;
    return { ...entry, source, ...own(overrides, id) } as Expected;
  };
  return Object.fromEntries(Object.entries(scenario.expected).map(([id, entry]) => [id, resolve(id, entry)]));
}

/** Without categories, a question whose key says so is the unresolved one (contract, "What the counts mean"). */
function unresolvedQuestions(scenario: Scenario, profile: Profile): Set<string> {
  const overrides = profile === 'instructions' ? undefined : own(scenario.expected_by_profile, profile);
  const isOpen = ([id, { value }]: [string, Expected]): boolean => {
    const category = own(scenario.categories, id);
    return category === undefined ? UNRESOLVED_VALUES.includes(own(overrides, id)?.value ?? value) : category === 'unresolved';
  };
  return new Set(Object.entries(scenario.expected).filter(isOpen).map(([id]) => id));
}

/** An answer that no reader of these sources could give would fail everyone: that is a fault of the key. */
function refuseUnreachable(scenario: Scenario, profile: Profile, sources: Record<string, string>, entry: Expected | undefined, id: string, place: Place): void {
  if (entry === undefined || (entry.source === null && entry.quote === '')) return;
  const text = entry.source === null ? undefined : own(sources, entry.source);
  if (text !== undefined && entry.quote !== '' && text.includes(entry.quote)) return;
  const field = text === undefined ? 'source' : 'quote';
  const override = own(own(scenario.expected_by_profile, profile), id);
  const path = override?.[field] === undefined ? ['expected', id, field] : ['expected_by_profile', profile, id, field];
  const message =
    text === undefined ? `profile \`${profile}\` does not show the source \`${entry.source ?? 'null'}\`` : `is not in \`${entry.source ?? ''}\`, where profile \`${profile}\` expects it`;
  throw new UserError('CLEANSLATE_SCENARIO_INVALID', message, { where: place(path) });
}
