import { isVarying } from '../../agents/state-table.js';
import type { Varying } from '../../common/varying.js';
import { firstDifference, type Mask } from '../../gateway/replay/mask.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';
import { compareInventories } from '../../trace/changes.js';
import { AFTER, asText, BEFORE, excerpts, type Divergence, type Placed } from './divergence.js';
import { compareEvents, firstDivergentEvent } from './events.js';
import { compareFiles, type ComparedFiles } from './files.js';
import { compareRequests } from './requests.js';
import type { Side } from './side.js';

/** What differs between two attempts. */
export interface Comparison {
  /** In the order of the steps. */
  divergences: Divergence[];
  /** What was hidden: by name, how many different texts; and files. */
  masked: { texts: Record<string, number>; files: ComparedFiles['masked'] };
  /** What was looked at, on the first side. */
  steps: { sessions: number; requests: number | null; events: number; changes: number };
}

/**
 * Compares two attempts step by step: initial states, requests, tool calls and their results, what was said, files, how it
 * ended, the answer and its score.
 * @param order `content`: steps are matched whatever their order; `sequence`: the first step that is another ends the look at the trace
 */
export function compareAttempts(a: Side, b: Side, mask: Mask, varying: Pick<Varying, 'files'>, order: 'content' | 'sequence'): Comparison {
  const files = compareFiles(a, b, mask, varying);
  const first = order === 'sequence' ? firstDivergentEvent(a, b, mask) : undefined;
  const placed: Placed[] = [
    ...compareInitial(a, b, mask, varying),
    ...compareRequests(a, b, mask),
    ...(order === 'content' ? compareEvents(a, b, mask) : first ? [first] : []),
    ...files.divergences,
    ...compareEnds(a, b, mask),
  ];
  return {
    divergences: placed.sort((one, other) => one.seq - other.seq).map(({ seq: _seq, ...divergence }) => divergence),
    masked: { texts: Object.fromEntries([...mask.used].sort()), files: files.masked },
    steps: { sessions: a.initial.size, requests: a.requests?.length ?? null, events: a.events.length, changes: a.changes.length },
  };
}

/** Files with which the sessions began, bytes, modes and owners. What a session left to a later one is compared where it was left. */
function compareInitial(a: Side, b: Side, mask: Mask, varying: Pick<Varying, 'files'>): Placed[] {
  const left = new Set([...a.changes, ...b.changes].map(({ path }) => mask.text(path)));
  const isCarried = (session: number, path: string): boolean =>
    session > 1 && (left.has(mask.text(path)) || isVarying(path, varying.files, { home: HOME, workspace: WORKSPACE }) !== undefined);
  return [...new Set([...a.initial.keys(), ...b.initial.keys()])].flatMap((session) => {
    const [one, other] = [a.initial.get(session), b.initial.get(session)];
    const common = { kind: 'initial-state' as const, session, seq: session === 1 ? BEFORE : seqOfSession(a, session) };
    if (!one || !other) return [{ ...common, where: `session ${String(session)}`, a: one ? 'began' : null, b: other ? 'began' : null }];
    return compareInventories({ strategy: 'walk', entries: one }, { strategy: 'walk', entries: other }).filter(({ path }) => !isCarried(session, path)).map(({ path, before, after, from }) => ({
      ...common, where: path, a: from ?? (before ? facts(before) : null), b: after ? facts(after) : null,
    }));
  });
}

const seqOfSession = ({ events }: Side, session: number): number => events.find((event) => event.session === session)?.seq ?? BEFORE;

const facts = ({ type, mode, size, sha256, link }: { type: string; mode: string; size: number; sha256?: string; link?: string }): string =>
  `${type} ${mode}${link === undefined ? '' : ` to ${link}`}${sha256 === undefined ? '' : `, ${String(size)} bytes, ${sha256.slice(0, 12)}`}`;

function compareEnds(a: Side, b: Side, mask: Mask): Placed[] {
  return [
    ...differing('end', 'why it ended', endOf(a), endOf(b), mask),
    ...differing('answer', 'answer.txt', a.answer, b.answer, mask),
    ...differing('score', 'score.json', a.score, b.score, mask),
  ];
}

function differing(kind: 'end' | 'answer' | 'score', where: string, a: unknown, b: unknown, mask: Mask): Placed[] {
  const [left, right] = [mask.value(a ?? null), mask.value(b ?? null)];
  const found = firstDifference(left, right);
  if (!found) return [];
  const common = { kind, session: null, seq: AFTER[kind] };
  if (a === undefined || b === undefined) return [{ ...common, where, a: a === undefined ? null : asText(left).slice(0, 120), b: b === undefined ? null : asText(right).slice(0, 120) }];
  const [one, other] = excerpts(asText(found.recorded), asText(found.asked));
  return [{ ...common, where: found.at === '/' ? where : `${where} at ${found.at}`, a: one, b: other }];
}

const endOf = ({ record }: Side): string =>
  record ? `${record.valid ? 'valid' : 'invalid'}, ${record.ended}, exit code ${String(record.exit?.code ?? null)}` : 'no end';
