import { oneLine, visible } from '../common/visible.js';
import { differenceText } from '../trial/reset/differences.js';
import type { ResetEntry, ResetRecord } from '../trial/reset/reset-record.js';

/** Entries that are listed; reset.json has them all. */
const LISTED = 20;

/** What each session of an attempt was given, and whether it was that and nothing else, as lines for a terminal. */
export const resetText = (resets: readonly ResetRecord[], services: readonly ServiceReset[] = []): string[] => [...resets.flatMap((reset) => linesOf(reset)), ...services.flatMap(({ service, reset }) => linesOf(reset, `service \`${service}\`, `))];

/** The same of a service beside an agent. */
export interface ServiceReset {
  service: string;
  reset: ResetRecord;
}

function linesOf(reset: ResetRecord, of = ''): string[] {
  const { session, looked_at, differences, canaries, carried, cleared, cleared_count, undeclared, undeclared_count, conversation } = reset;
  const proof = differences.length === 0 && canaries.length === 0 ? 'as declared' : 'NOT AS DECLARED, so it was not begun';
  const looked = `${String(looked_at.state)} files and directories${looked_at.layer === null ? '' : ', the layer over its image'}${looked_at.image === 0 ? '' : ', the image'}`;
  return [
    `${of}session ${String(session)}: ${proof} (${looked})`,
    ...differences.map((one) => `  ${visible(differenceText(one))}`),
    ...canaries.map(({ path, origin }) => `  canary of ${visible(origin)} in ${visible(path)}`),
    ...(session === 1 ? [] : [`  ${given(reset)}${GOES_ON[conversation]}`]),
    ...listed('carried', carried, carried.length, session),
    ...listed('cleared', cleared, cleared_count, session),
    ...listed('undeclared', undeclared, undeclared_count, session),
  ];
}

const GOES_ON = {
  new: '',
  resumed: '; goes on in the conversation of the session before',
  compacted: '; goes on in the conversation of the session before, after the agent itself has compacted it',
} as const satisfies Record<ResetRecord['conversation'], string>;

function given({ resets }: ResetRecord): string {
  const declared = Object.entries(resets).flatMap(([name, reset]) => (reset === 'declared' ? [name] : []));
  return declared.length === 0 ? 'everything cleared' : `declared: ${declared.join(', ')}; everything else cleared`;
}

function listed(what: string, entries: readonly ResetEntry[], count: number, session: number): string[] {
  const lines = entries.slice(0, LISTED).map(({ path, class: name }) => `  ${oneLine(`${what.padEnd(10)} ${(name ?? '').padEnd(12)} ${path}`, Infinity)}`);
  return count > lines.length ? [...lines, `  ${what.padEnd(10)} ${String(count - lines.length)} more, in session-${String(session)}/reset.json`] : lines;
}
