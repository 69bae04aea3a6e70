import { oneLine, visible } from '../common/visible.js';
import type { AttemptRecord } from '../trial/attempt-record.js';
import type { Disagreement, WitnessFile } from '../trial/reconcile/witness.js';

/** What the agent's own stream and the wire say of its tool calls, as lines for a terminal. */
export function witnessLines({ witnesses, unparsed }: AttemptRecord, file: WitnessFile | undefined): string[] {
  const odd = unparsed === 0 ? [] : [`lines of its output that were not understood: ${String(unparsed)}`];
  return [...figures(witnesses), ...(file?.why === undefined ? [] : [visible(file.why)]), ...(file?.disagreements ?? []).flatMap(bothSides), ...odd];
}

/** Null, or missing in evidence that is older than the question. */
function figures(witnesses: AttemptRecord['witnesses'] | undefined): string[] {
  if (!witnesses) return ['never asked'];
  const { status, matched, only_stream, only_wire, different, results_compared } = witnesses;
  switch (status) {
    case 'none':
      return ['none: neither its stream nor the wire shows tool calls'];
    case 'one-sided':
      return [`one-sided: calls in its stream ${String(only_stream)}, on the wire ${String(only_wire)}, and nothing to hold them against`];
    case 'agree':
    case 'differ':
      return [
        `${status}: calls matched ${String(matched)}, different ${String(different)}, only in its stream ${String(only_stream)}, only on the wire ${String(only_wire)}; results compared ${String(results_compared)}`,
      ];
  }
}

const bothSides = ({ what, wire, stream }: Disagreement): string[] => [`${what}:`, sideLine('wire', wire), sideLine('stream', stream)];

const sideLine = (name: string, side: Disagreement['wire']): string =>
  oneLine(`${name}: ${side ? `${side.at} ${side.name} ${side.result ?? side.arguments}` : 'nothing'}`, Infinity);
