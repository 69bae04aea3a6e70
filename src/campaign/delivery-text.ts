import { oneLine, visiblePath } from '../common/visible.js';
import type { Delivery, First } from '../trial/delivery/file.js';

/** Told of every trial, whatever came of it: what such a file says is what these conventions rest on. */
const ALWAYS = ['AGENTS.md', 'HANDOFF.md'];

/** What reached the model and where its memory failed, as lines for a terminal. */
export function deliveryLines({ witness, why, files, questions, statements }: Delivery): string[] {
  const missed = statements.filter(({ first }) => first === null).length;
  const seen = witness === 'present' ? [`statements that reached the model: ${String(statements.length - missed)} of ${String(statements.length)}`] : [`${WITNESSES[witness]}${why === undefined ? '' : `: ${oneLine(why, Infinity)}`}`];
  const order = [...ALWAYS.flatMap((path) => files.filter((file) => file.path === path)), ...files.filter(({ path }) => !ALWAYS.includes(path))];
  return [...seen, ...order.map(fileLine), ...questions.flatMap(questionLines)];
}

const WITNESSES: Record<Exclude<Delivery['witness'], 'present'>, string> = {
  absent: 'no witness: the model was asked where nobody could see it',
  none: 'no witness: this agent has no model',
  unreadable: 'no witness: the wire cannot be read',
};

function fileLine({ path, bytes, delivered_bytes, named, first }: Delivery['files'][number]): string {
  if (delivered_bytes === null) return oneLine(`${visiblePath(path)}: ${named === null ? 'nobody can say' : named ? 'named by a tool call' : 'named by no tool call'}`, Infinity);
  return oneLine(`${visiblePath(path)}: ${String(delivered_bytes)} of ${String(bytes)} bytes reached the model${first ? `, first ${placeOf(first)}` : named ? ', though a tool call named it' : ''}`, Infinity);
}

function questionLines({ question, stage, answer, expected, superseded, distractors, used }: Delivery['questions'][number]): string[] {
  if (stage === null) return [];
  const told = [...(expected ? [['right', expected] as const] : []), ...superseded.map((one) => ['superseded', one] as const), ...distractors.map((one) => ['look-alike', one] as const)];
  return [
    oneLine(`${stage}: ${question}: answered ${JSON.stringify(answer.value)} (${used})`, Infinity),
    ...(stage === 'unknown' ? [] : told.map(([what, { value, source, first }]) => oneLine(`  ${what} ${JSON.stringify(value)} of ${source}: ${first ? placeOf(first) : 'never reached the model'}`, Infinity))),
  ];
}

const placeOf = ({ session, exchange, way, call }: First): string =>
  `in exchange ${String(exchange)} of session ${String(session)}, ${way === 'tool-result' ? `by ${call?.name ?? 'a tool'} ${call?.target ?? ''}`.trim() : PLACES[way]}`;

const PLACES = { system: 'in the system prompt', context: 'beside the prompt', prompt: 'in the prompt' } as const;
