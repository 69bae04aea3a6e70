import type { ModelRequest } from '../dialects/message.js';

/**
 * How many replies of the model a conversation already holds. The scripted model keeps no conversation of its own:
 * where it stands is read from what the agent sends.
 * A reply is a run of assistant entries between entries of others.
 */
export function repliesIn(request: ModelRequest): number {
  let replies = 0;
  let inReply = false;
  for (const { role, calls, texts } of request.messages) {
    const ours = role === 'assistant' && (calls.length > 0 || texts.length > 0);
    if (ours && !inReply) replies += 1;
    inReply = ours || (inReply && role === 'assistant');
  }
  return replies;
}
