import { oneLine } from '../../common/visible.js';
import type { Divergence } from '../../trial/compare/divergence.js';
import { maskLines, sides, titled } from '../comparison-text.js';
import type { Replay } from './replay.js';

/** What came of a replay, for a terminal. */
export function formatReplay(replay: Replay, all: boolean): string {
  const { trial, attempt, mode, replayed, notes, kept, equal } = replay;
  const { kind, image_digest } = replayed.sandbox;
  return [
    `${trial}, attempt ${String(attempt)}, again: ${mode === 'live' ? `live, ${replayed.provider}` : replayed.provider === 'none' ? 'no model' : 'the recorded model'}, ${kind}${image_digest === null ? '' : ` ${image_digest}`}`,
    ...notes.map((note) => oneLine(`note: ${note}`, Infinity)),
    startLine(replay),
    ...(equal ? [equalLine(replay)] : differences(replay, all)),
    ...(mode === 'live' ? [`live: ${oneLine(endLine(replay), Infinity)}`] : []),
    ...maskLines(replay),
    ...(kept === null ? [] : [`kept: ${kept} (attempt/ as in a campaign, replay.json)`, `what it left: mkdir -p left && tar -xf ${kept}/after-session-1.tar -C left`]),
  ].map((line) => `${line}\n`).join('');
}

const startLine = ({ initial_state: { recorded, replayed } }: Replay): string =>
  recorded === replayed ? `starting state: the same, ${recorded ?? 'never seen'}` : `starting state: another one, ${replayed ?? 'never seen'} instead of ${recorded ?? 'one that was never seen'}`;

/** The start, the first step that is another one, and how much follows from it. */
function differences({ divergences, first_step }: Replay, all: boolean): string[] {
  const initial = divergences.filter(({ kind }) => kind === 'initial-state');
  const steps = divergences.filter(({ kind }) => kind !== 'initial-state');
  const shown = (list: readonly Divergence[], indent = ''): string[] => list.flatMap((one) => [`${indent}${titled(one)}`, ...sides(one, NAMES).map((line) => `${indent}${line}`)]);
  const later = steps.filter((one) => one !== first_step);
  return [
    ...shown(all ? initial : initial.slice(0, 3), '  '),
    ...(all || initial.length <= 3 ? [] : [`  and ${String(initial.length - 3)} more files (--all)`]),
    ...(first_step ? [`first divergent step: ${titled(first_step)}`, ...sides(first_step, NAMES)] : ['no step differs']),
    ...(all ? shown(later) : later.length === 0 ? [] : [`after it: ${counted(later)} (--all)`]),
  ];
}

const NAMES = ['recorded', 'replayed'] as const;

function counted(divergences: readonly Divergence[]): string {
  const kinds = [...new Set(divergences.map(({ kind }) => kind))];
  return kinds.map((kind) => `${kind} ${String(divergences.filter((one) => one.kind === kind).length)}`).join(', ');
}

function equalLine({ steps, replayed }: Replay): string {
  const requests = steps.requests === null ? '' : `${String(steps.requests)} model requests, `;
  return `equal: ${requests}${String(replayed.tool_calls)} tool calls and their results, ${String(steps.changes)} file changes, the answer${replayed.valid ? ' and its score' : ''}`;
}

const endLine = ({ replayed: { valid, ended, signals } }: Replay): string =>
  `${valid ? 'valid' : 'invalid'}: ${ended}${signals.map(({ kind, message }) => `; ${kind}: ${message}`).join('')}`;
