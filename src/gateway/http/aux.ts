import type { IncomingHttpHeaders } from 'node:http';
import type { ModelRequest } from '../dialects/message.js';
import { pathOf, type Operation } from './route.js';

/**
 * Names requests that a CLI makes for itself: counting, titles, model routing, hidden agents. They belong to no turn of the
 * conversation, so scripts do not spend a turn on them and traces keep them apart. null: part of the conversation.
 */
export function auxOf(operation: Operation, target: string, headers: IncomingHttpHeaders, request: ModelRequest | null): string | null {
  if (operation === 'count-tokens') return 'count-tokens';
  const subagent = headers['x-openai-subagent'];
  if (typeof subagent === 'string' && subagent !== '') return subagent;
  if (pathOf(target).endsWith('/compact')) return 'compaction';
  if (request && asksForSummary(request)) return 'compaction';
  if (!request || request.tools.some(({ kind }) => kind !== 'builtin')) return null;
  return questionOf(request);
}

/**
 * A CLI that compacts its conversation asks for the summary as the last thing in it, some with their tools still offered. What is
 * looked for is what no person asks: where the summary is to stand, and that it takes the conversation's place.
 */
function asksForSummary({ messages }: ModelRequest): boolean {
  const last = messages.findLast(({ role }) => role === 'user')?.texts.at(-1) ?? '';
  return /<state_snapshot>/.test(last) || (/\bsummary of the conversation so far\b/i.test(last) && /<summary>|\bcompacted\b/i.test(last));
}

/** Without tools, the schema or the instructions say which of the CLI's own questions it is. */
function questionOf(request: ModelRequest): string | null {
  const schema = JSON.stringify(request.format?.schema ?? null);
  if (/"(model_choice|complexity_score)"/.test(schema)) return 'routing';
  if (schema.includes('"next_speaker"')) return 'next-speaker';
  if (/"(title|isNewTopic)"/.test(schema)) return 'title';
  const instructions = [request.system, ...request.messages.filter(({ role }) => role === 'system').flatMap(({ texts }) => texts)].join('\n');
  if (/\b(generate|write|create|output|summari[sz]e)\b[^.\n]{0,80}\btitle\b|\btitle generator\b/i.test(instructions)) return 'title';
  return /\bsummari[sz](e|es|ing)\b[^.\n]{0,60}\bconversation\b/i.test(instructions) ? 'compaction' : null;
}
