import type { AgentAdapter, Signal, StateClass } from '../../agents/adapter.js';
import type { Inventory } from '../../common/inventory.js';
import { changesDir } from '../../evidence/layout.js';
import { isPacked, lookInside } from '../../gateway/redact/packed.js';
import { streamScrub } from '../../gateway/redact/stream-scrub.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';
import { captureChanges } from '../../trace/capture.js';
import { ANSWER_TOO_LARGE, MAX_ANSWER_BYTES, outcomeOfTurn } from '../answer.js';
import { STATE_ROOTS } from '../context.js';
import { stateClassOf } from '../reset/state-class.js';
import { seededFiles } from '../seed/seeded-files.js';
import type { Kept, Ran, Seeded } from '../states.js';
import { signsThatCount } from '../validity.js';
import type { Surroundings } from './surroundings.js';

/**
 * Keeps everything that a session left, after the last of its processes has ended: what changed in home and workspace,
 * its answer, and the signs that something went wrong. Of a sandbox that somebody else removed there are no files to see,
 * and the evidence says that instead of showing an empty one.
 */
export async function keepSession(ran: Ran, around: Surroundings): Promise<Kept> {
  const { sandbox, trial, session, exit, turns } = ran;
  const { store, recorder, scrubber, model } = around;
  await sandbox.kill();
  const isGone = exit.reason === 'sandbox-lost' && !(await sandbox.isThere());
  const folder = changesDir(session, trial.sessions.length);
  const files = isGone ? NO_FILES : filesOf(await keepFiles({ ...ran, folder, roots: { workspace: WORKSPACE, home: HOME }, adapter: trial.adapter, memory: 'memory' }, around));
  const { after } = files;
  const { outcome, cut, too_large } = await outcomeOfTurn({ dir: store.dir, session, turn: turns, exit_code: exit.code, model: trial.settings.model, events: recorder.conversations, ...(after && { left: { sandbox, after } }) });
  // What an agent had said when its time ran out was not yet its answer.
  const given = exit.reason === 'exit' && turns === ran.plan.turns.length ? await trial.adapter.answer(outcome) : null;
  // It may stand in a file.
  const answer = given === null ? null : scrubber.text(given);
  model?.verdict.endTurn(answer !== null);
  const found = signsThatCount(exit, trial.adapter.classify(outcome), model?.verdict.witness, model?.verdict.isLost);
  return { ...ran, ...files, answer, signals: [...ran.signals, ...found, ...(cut ? [OUTPUT_CUT] : []), ...(given === null && exit.reason === 'exit' && (cut || too_large.length > 0) ? [tooLarge(too_large)] : [])] };
}

type Files = Pick<Kept, 'after' | 'changes' | 'files_changed' | 'memory_written' | 'undeclared'>;

const NO_FILES: Files = { after: undefined, changes: {}, files_changed: null, memory_written: [], undeclared: [] };

const filesOf = ({ written, ...files }: KeptFiles): Files => ({ ...files, memory_written: written });

/** A sandbox whose processes have ended, and what it began with. */
interface Ended extends Pick<Seeded, 'sandbox' | 'initial' | 'seed'> {
  /** Of the attempt, for what changed. */
  folder: string;
  roots: Readonly<Record<string, string>>;
  adapter: Pick<AgentAdapter, 'state'>;
  /** The class of what it is to remember. */
  memory: StateClass;
}

/** What was found in it. */
export interface KeptFiles extends Omit<Files, 'memory_written'> {
  after: Inventory;
  /** Files of the class of its memory that are new or changed. */
  written: string[];
}

/** Keeps what changed in a sandbox, be it the agent's or that of a service. */
export async function keepFiles({ sandbox, initial, seed, folder, roots, adapter, memory }: Ended, { store, scrubber }: Pick<Surroundings, 'store' | 'scrubber'>): Promise<KeptFiles> {
  const after = await sandbox.inventory(STATE_ROOTS, initial);
  const { changes, files_changed } = await captureChanges({
    folder,
    roots,
    before: initial,
    after,
    read: (paths) => sandbox.read(paths),
    seeded: seededFiles(seed, store.material),
    write: (name, data) => store.write(name, data),
    mask: (onMask) => streamScrub(scrubber, onMask),
    maskName: (name) => scrubber.text(name),
    packed: { is: isPacked, look: (bytes) => lookInside(bytes, scrubber) },
    isCache: (path) => stateClassOf(path, adapter) === 'cache',
  });
  const left = leftBehind(initial, after, adapter);
  return { after, changes, files_changed, written: left(memory), undeclared: left(undefined) };
}

/** What is new or changed, of a class, or of what no table knows. */
function leftBehind(initial: Inventory, after: Inventory, adapter: Pick<AgentAdapter, 'state'>): (name: StateClass | undefined) => string[] {
  const before = new Map(initial.entries.map((entry) => [entry.path, entry.sha256 ?? entry.link]));
  const changed = after.entries.filter(({ path, type, sha256, link }) => type !== 'directory' && (!before.has(path) || before.get(path) !== (sha256 ?? link))).map(({ path }) => path);
  return (name) => changed.filter((path) => stateClassOf(path, adapter) === name);
}

const tooLarge = (files: readonly string[]): Signal => ({ blame: 'agent', kind: ANSWER_TOO_LARGE, message: `${files[0] ?? 'standard output'} is longer than an answer can be (${String(MAX_ANSWER_BYTES)} bytes): it is not scored` });

const OUTPUT_CUT: Signal = { blame: 'agent', kind: 'output-cut', message: `standard output is longer than ${String(MAX_ANSWER_BYTES)} bytes: the answer was looked for at its end` };
