import { scenarioSchema, type Category, type Scenario } from '../../../src/scenario/schema.js';
import { STATE_LAYOUTS, TALK_LAYOUTS, type Filed } from './layouts.js';
import { Random } from './random.js';
import { inProse, PROJECTS, RULES, TOPICS, type Topic } from './topics.js';

/** What became of one matter of one project. */
export interface Matter {
  id: string;
  topic: Topic;
  project: string;
  value: string;
  category: Category;
  /** What holds, as filed. */
  current: Filed;
  /** What was said or decided before, oldest first. */
  said: Filed[];
  decided: Filed[];
}

const UNKNOWN = 'unknown';
const nothing = { value: UNKNOWN, source: null, quote: '' };
const AGENTS = '# Working agreement\n\n- Look at what is written before you answer.\n- A decision counts for more than an older conversation.\n- If nothing settles a question, say so.\n';

/** A scenario of another domain: other projects, words, days, files and headings, made from a seed alone. */
export function generateScenario(seed: number): Scenario {
  const random = new Random(seed);
  const projects = random.shuffle(PROJECTS).slice(0, 3);
  const [first = '', second = '', distractor = ''] = projects;
  const rule = random.pick(RULES);
  const asked = random.shuffle(TOPICS).slice(0, 6).map((topic) => makeMatter(random, topic, random.pick([first, second])));
  const rules = [first, second].map((project, index) => makeMatter(random, rule, project, rule.values[index]));
  const others = random.shuffle(TOPICS).slice(0, 4).map((topic) => makeMatter(random, topic, distractor));
  const matters = [...asked.map((matter) => contrast(random, withdraw(random, matter), distractor)), ...rules];
  return build(`generated-${String(seed)}`, random, matters, others);
}

/** Now and then a sentence also names a project that does it differently. */
function contrast(random: Random, matter: Matter, other: string): Matter {
  const { sentence } = matter.current;
  if (!random.chance(0.2)) return matter;
  const named = random.pick([`Unlike ${other}, ${/^(?:The|For|As|It)\b/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence}`, sentence.replace(/\.$/, `, whatever ${other} does.`)]);
  return { ...matter, current: { ...matter.current, sentence: named } };
}

/** A decision that was taken back and never replaced: nothing holds, so nothing is known. */
function withdraw(random: Random, matter: Matter): Matter {
  const { topic, project, value, current } = matter;
  if (topic.withdraws === undefined || !random.chance(0.3)) return matter;
  const sentence = `${random.pick(topic.withdraws)(project, inProse(value))}.`;
  const before = { ...current, sentence: `${random.pick(topic.says)(project, inProse(value))}.`, day: '2026-05-05' };
  return { ...matter, value: UNKNOWN, category: 'replaced_decision', current: { ...current, sentence }, said: [before], decided: [] };
}

export function makeMatter(random: Random, topic: Topic, project: string, fixed?: string): Matter {
  const value = fixed ?? (topic.kind === 'open' ? (topic.values.at(-1) ?? '') : random.pick(topic.values.slice(0, -1)));
  const old = random.shuffle(topic.values.filter((each) => each !== value)).slice(0, random.below(3));
  const kind = topic.kind === 'open' ? 'open' : topic.kind === 'status' ? 'work' : 'settled';
  const filed = (sentence: string, month: number): Filed => ({ project, label: topic.label, kind, sentence: `${sentence}.`, day: `2026-0${String(month)}-${String(10 + random.below(18))}` });
  const say = (each: string, month: number): Filed => filed(random.pick(topic.says)(project, inProse(each)), month);
  const replaced = old.at(-1);
  const change = replaced !== undefined && topic.changes.length > 0 && random.chance(0.5);
  const current = change ? filed(random.pick(topic.changes)(project, inProse(value), inProse(replaced)), 6) : say(value, 6);
  const earlier = old.map((each, index) => say(each, 2 + index));
  const inState = earlier.map(() => topic.kind === 'choice' && random.chance(0.3));
  const category: Category =
    fixed !== undefined ? 'cross_project_constraint' : kind === 'open' ? 'unresolved' : kind === 'work' ? 'interrupted_status' : old.length > 0 ? 'replaced_decision' : 'retained_decision';
  return {
    id: `${project.toLowerCase()}_${topic.slug.replaceAll('-', '_')}`,
    topic, project, value, category, current,
    said: earlier.filter((_, index) => inState[index] !== true),
    decided: earlier.filter((_, index) => inState[index] === true),
  };
}

function build(id: string, random: Random, matters: readonly Matter[], others: readonly Matter[]): Scenario {
  const all = random.shuffle([...matters, ...others]);
  const state = random.pick(STATE_LAYOUTS)(all.flatMap(({ decided, current }) => [...decided, current]), random);
  const talk = random.pick(TALK_LAYOUTS)(all.flatMap(({ said }) => said), random);
  const known = matters.filter(({ value }) => value !== UNKNOWN);
  const note = handoff(random, matters, known);
  const pathOf = (filed: Filed): string => state.placed.find(({ sentence, day }) => sentence === filed.sentence && day === filed.day)?.path ?? '';
  return scenarioSchema.parse({
    id,
    sources: { 'AGENTS.md': AGENTS, 'HANDOFF.md': note.compact, ...Object.fromEntries(state.files), ...Object.fromEntries(talk.files) },
    sources_by_profile: { 'handoff-sentences': { 'HANDOFF.md': note.sentences } },
    questions: Object.fromEntries(matters.map(({ id, topic, project }) => [id, `${topic.question(project)} Answer with exactly one of: ${random.shuffle(topic.values).map((value) => `\`${value}\``).join(', ')}.`])),
    categories: Object.fromEntries(matters.map(({ id, category }) => [id, category])),
    expected: Object.fromEntries(matters.map(({ id, value, current }) => [id, value === UNKNOWN ? nothing : { value, source: pathOf(current), quote: current.sentence }])),
    expected_by_profile: {
      handoff: Object.fromEntries(note.quotes),
      'handoff-sentences': Object.fromEntries(known.map(({ id, current }) => [id, { source: 'HANDOFF.md', quote: current.sentence }])),
    },
  });
}

/** The same facts as one note: whole sentences in a list, or labels with what follows from them, flat or below a heading per project. */
function handoff(random: Random, matters: readonly Matter[], known: readonly Matter[]): { compact: string; sentences: string; quotes: [string, { quote: string }][] } {
  const list = (texts: readonly string[]): string => `# Handoff\n\n${texts.map((text) => `- ${text}`).join('\n')}\n`;
  const sentences = list(matters.map(({ current }) => current.sentence));
  const style = random.pick(['sentences', 'labels', 'headings'] as const);
  if (style === 'sentences') return { compact: sentences, sentences, quotes: [] };
  const short = ({ value, topic }: Matter): string => `Now ${inProse(value)} (${topic.question('this').replace(/^\w+ (?:\w+ )?|\?$| of this| at this/g, '')}).`;
  const quotes = known.map((matter): [string, { quote: string }] => [matter.id, { quote: short(matter) }]);
  if (style === 'labels') return { compact: list(known.map((matter) => `${matter.project}, ${matter.topic.label.toLowerCase()}: ${short(matter)}`)), sentences, quotes };
  const headed = [...new Set(known.map(({ project }) => project))].map((project) => {
    const own = known.filter((matter) => matter.project === project).map((matter) => `- **${matter.topic.label}**: ${short(matter)}`);
    return `\n## ${project}\n\n${own.join('\n')}\n`;
  });
  return { compact: `# Handoff\n${headed.join('')}`, sentences, quotes };
}
