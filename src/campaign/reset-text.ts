import { visible, visiblePath } from '../common/visible.js';
import { plural } from '../evidence/check.js';
import { differenceText } from '../trial/reset/differences.js';
import type { ResetEntry, ResetRecord } from '../trial/reset/reset-record.js';

/** Entries that are listed, where not all are asked for. */
const LISTED = 20;

/**
 * What each session of an attempt was given, and whether it was that and nothing else, as lines for a terminal.
 * @param full whether every file is listed, or the first of many and how many there are
 */
export const resetText = (resets: readonly ResetRecord[], services: readonly ServiceReset[], full: boolean): string[] =>
  [...resets.flatMap((reset) => linesOf(reset, '', full)), ...services.flatMap(({ service, reset }) => linesOf(reset, `service \`${service}\`, `, full))];

/** The same of a service beside an agent. */
export interface ServiceReset {
  service: string;
  reset: ResetRecord;
}

function linesOf(reset: ResetRecord, of: string, full: boolean): string[] {
  const { session, looked_at, differences, canaries, carried, cleared, cleared_count, undeclared, undeclared_count, conversation } = reset;
  const proof = differences.length === 0 && canaries.length === 0 ? 'as declared' : 'NOT AS DECLARED, so it was not begun';
  const looked = `${String(looked_at.state)} files and directories${looked_at.layer === null ? '' : ', the layer over its image'}${looked_at.image === 0 ? '' : ', the image'}`;
  return [
    `${of}session ${String(session)}: ${proof} (${looked})`,
    ...differences.map((one) => `  ${differenceText(one)}`),
    ...canaries.map(({ path, origin }) => `  canary of ${visible(origin)} in ${visiblePath(path)}`),
    ...(session === 1 ? [] : [`  ${given(reset)}${GOES_ON[conversation]}`]),
    ...listed('carried', carried, carried.length, full),
    ...listed('cleared', cleared, cleared_count, full),
    ...listed('undeclared', undeclared, undeclared_count, full),
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

/** How many there are, and their names. Of what was not carried, a record names the first thousand. */
function listed(what: string, entries: readonly ResetEntry[], count: number, full: boolean): string[] {
  if (count === 0) return [];
  const lines = (full ? entries : entries.slice(0, LISTED)).map(({ path, class: name, size, masked }) => `    ${(name ?? '').padEnd(12)} ${visiblePath(path)}, ${String(size)} bytes${masked ? ', credentials masked' : ''}`);
  const rest = count - lines.length;
  const more = rest === 0 ? [] : [full ? `    ${String(rest)} more, which nobody recorded by name` : `    ${String(rest)} more (--full)`];
  return [`  ${what}: ${plural(count, 'file')}`, ...lines, ...more];
}
