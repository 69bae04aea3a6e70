import type { ModelRequest } from '../dialects/message.js';
import { say, type Move } from './brain.js';

/** Elements that CLIs read a summary from, the one that wins where a request names several first. */
const ELEMENTS = ['state_snapshot', 'summary'];

/** What a CLI gets that compacts its conversation: the summary, in the element that it asked for. */
export function summaryReply({ system, messages }: ModelRequest, summary: string): Move {
  const asked = [system, messages.findLast(({ role }) => role === 'user')?.texts.at(-1) ?? ''].join('\n');
  const element = ELEMENTS.find((name) => asked.includes(`<${name}>`));
  return say({ text: element === undefined ? summary : `<${element}>\n${summary}\n</${element}>` });
}
