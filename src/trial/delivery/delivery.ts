import { classOf } from '../../agents/state-table.js';
import type { StateEntry } from '../../agents/adapter.js';
import { messageOf } from '../../common/errors.js';
import type { WireRecord } from '../../gateway/record/wire.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';
import type { Alternatives } from '../../scenario/alternatives.js';
import type { SelectedCase } from '../../scenario/profiles.js';
import type { Score } from '../../scoring/index.js';
import type { Delivery, First } from './file.js';
import { questionsOf, type Quoted } from './questions.js';
import { Reached } from './reached.js';
import { findable, statementsOf, type Statement } from './statements.js';
import { Listener } from './told.js';

/** What is looked at to tell what reached an agent's model. */
export interface Looked {
  selected: SelectedCase;
  /** Null where none stands beside the scenario; the digest is of the file. */
  alternatives: { alternatives: Alternatives; sha256: string } | null;
  /** Of all sessions. */
  prompts: readonly string[];
  /** The session that gave the answer. */
  session: number;
  /** undefined: the agent has no model. */
  witness: 'present' | 'absent' | undefined;
  wire(): AsyncIterable<WireRecord>;
  /** Arguments of the tool calls that the agent's own stream shows, as JSON; null where it shows none. */
  streamCalls(): Promise<readonly { session: number; arguments: string }[] | null>;
  state: readonly StateEntry[];
  /** Absent where the attempt was not scored. */
  score: Score | undefined;
}

/** Which seeded statement reached the model, and where its memory failed. Never throws: a wire that cannot be read is said in it. */
export async function deliveryOf(looked: Looked): Promise<Delivery> {
  const { selected, session, witness } = looked;
  const statements = statementsOf(selected.sources);
  const alternatives = alternativesShown(looked);
  const told = [...Object.values(selected.expected), ...Object.values(alternatives).flatMap((kinds) => [...kinds.superseded, ...kinds.distractors])];
  const look = ({ quote, source }: Quoted): string => findable(quote, source, statements);
  const reached = new Reached(statements, told.map(look), looked.prompts);
  const listener = new Listener();
  let status: Delivery['witness'] = witness ?? 'none';
  let why: string | undefined;
  if (witness === 'present') {
    try {
      for await (const record of looked.wire()) for (const text of listener.take(record)) reached.take(text);
    } catch (error) {
      [status, why] = ['unreadable', messageOf(error)];
    }
  }
  const witnessed = status === 'present';
  const calls = witnessed ? listener.calls : await looked.streamCalls();
  const named = (path: string): boolean | null => calls && calls.some((call) => call.session === session && call.arguments.includes(path));
  const arrived = (text: string): First | null => (witnessed ? reached.of(text).first : null);
  return {
    witness: status,
    ...(why !== undefined && { why }),
    session,
    alternatives: looked.alternatives?.sha256 ?? null,
    files: Object.entries(selected.sources).map(([path, text]) => fileOf(path, text, statements, witnessed ? reached : null, session, named(path))),
    questions: questionsOf({
      selected,
      alternatives: looked.alternatives ? alternatives : null,
      score: looked.score,
      witnessed,
      firstOf: (quoted) => arrived(look(quoted)),
      delivered: (quoted) => reached.of(look(quoted)).sessions.has(session),
      touched: (source) => named(source) === true || reached.bytesOf(source, session) > 0 || classOf(`${WORKSPACE}/${source}`, looked.state, { home: HOME, workspace: WORKSPACE }) === 'instructions',
    }),
    statements: statements.map(({ source, from, to, text, normal }) => ({ source, from, to, text: text.trim().slice(0, SHOWN), first: arrived(normal), sessions: witnessed ? [...reached.of(normal).sessions].sort((a, b) => a - b) : [] })),
  };
}

const SHOWN = 300;

/** Only what the profile shows could have been used. */
function alternativesShown({ alternatives, selected: { sources } }: Looked): Alternatives {
  const shown = ({ source, quote }: { source: string; quote: string }): boolean => Object.hasOwn(sources, source) && (sources[source] ?? '').includes(quote);
  return Object.fromEntries(Object.entries(alternatives?.alternatives ?? {}).map(([question, { superseded, distractors }]) => [question, { superseded: superseded.filter(shown), distractors: distractors.filter(shown) }]));
}

function fileOf(path: string, text: string, statements: readonly Statement[], reached: Reached | null, session: number, named: boolean | null): Delivery['files'][number] {
  const own = statements.filter(({ source }) => source === path);
  const arrivals = reached && own.map(({ normal }) => reached.of(normal));
  const firsts = (arrivals ?? []).flatMap(({ first }) => first ?? []).sort((a, b) => a.exchange - b.exchange);
  return {
    path,
    bytes: Buffer.byteLength(text),
    delivered_bytes: reached && reached.bytesOf(path, session),
    statements: own.length,
    delivered: arrivals && arrivals.filter(({ sessions }) => sessions.has(session)).length,
    named,
    first: firsts[0] ?? null,
  };
}
