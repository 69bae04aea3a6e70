import type { AgentAdapter } from '../../agents/adapter.js';
import type { Clock } from '../../common/clock.js';
import { HarnessError, UserError } from '../../common/errors.js';
import { openMachine, type Machine } from '../machine.js';
import { compareTable, marksOf, writtenOf } from './compare.js';
import { lookAll } from './looks.js';
import { openPlace } from './place.js';
import { tableDigest, type ProbeResult } from './result.js';

/** Labels that products know and treat in a way of their own; a script answers to any. */
const LABELS: Readonly<Record<string, string>> = { codex: 'gpt-5.5', 'claude-code': 'claude-sonnet-5', 'gemini-cli': 'gemini-2.5-pro', 'qwen-code': 'qwen3-coder-plus' };

export interface ProbeOptions {
  machine: Machine;
  clock: Clock;
  signal: AbortSignal;
  note(line: string): void;
}

/**
 * Holds an adapter's state table against its real program, in its image, among marked files.
 * @throws UserError for agents that cannot be probed; HarnessError where the program did not come to its end
 */
export async function probeAgent(adapter: AgentAdapter, { machine, clock, signal, note }: ProbeOptions): Promise<ProbeResult> {
  refuseUnprobed(adapter);
  const image = (await machine.images([adapter.image])).get(adapter.image);
  if (!image) throw new HarnessError('CLEANSLATE_PROBE', `no image \`${adapter.image}\` was made`);
  const label = LABELS[adapter.id] ?? 'scripted-1';
  const place = await openPlace({ provider: machine.provider, image, label, clock, signal });
  try {
    const sight = await lookAll({ adapter, label, place, note });
    const differences = compareTable(sight, adapter);
    const { id: agent, version } = adapter;
    return { agent, version, image: image.digest, table: tableDigest(adapter), looks: sight.looks, agrees: differences.length === 0, differences, marks: marksOf(sight, adapter), written: writtenOf(sight, adapter) };
  } finally {
    await place.close();
  }
}

/** The machine that a probe runs on: containers only. @throws HarnessError CLEANSLATE_NO_ENGINE */
export async function openProbeMachine(note: (line: string) => void): Promise<Machine> {
  try {
    return await openMachine('docker', note);
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== 'CLEANSLATE_NO_ENGINE') throw error;
    // What it advises besides, a local sandbox, reaches no model.
    throw new HarnessError(error.code, error.message, { hint: 'start Docker or Podman, or run `make engine`', cause: error });
  }
}

/** What a scripted model cannot stand for, or what has no program. @throws UserError CLEANSLATE_PROBE_IMPOSSIBLE */
export function refuseUnprobed({ id, control, outside, can }: AgentAdapter): void {
  const why = control ? 'is ours and asks no model' : outside !== undefined || can === undefined ? 'is no program with a state table of its own' : can.dialect === null ? 'talks to its own backend only, where no scripted model can answer it' : undefined;
  if (why !== undefined) throw new UserError('CLEANSLATE_PROBE_IMPOSSIBLE', `\`${id}\` cannot be probed: it ${why}`, { hint: 'name an agent of docs/agents.md that speaks to a model' });
}
