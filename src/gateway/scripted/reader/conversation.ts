import type { ModelRequest, ToolCall } from '../../dialects/message.js';

/** Notes that CLIs put among the user's words: tagged blocks, and the instruction files that Codex sends as a message. */
const NOTE = /<(system-reminder|environment_context|user_instructions|session_context|turn_aborted|INSTRUCTIONS)\b[^>]*>[\s\S]*?<\/\1>/g;
const INSTRUCTIONS = /^\s*# AGENTS\.md instructions for [^\n]*\n/;

const withoutNotes = (text: string): string => text.replaceAll(NOTE, '').replace(INSTRUCTIONS, '').trim();

export interface Turn {
  /** What the user asked, without what the CLI put around it. */
  prompt: string;
  /** The tools' calls since, in order, and what each gave back. */
  calls: { call: ToolCall; output: string }[];
}

/**
 * The turn that a conversation is in: the last thing that the user asked, and what the tools have given back for it.
 * @param isTask whether a text asks for something that can be answered; a CLI may nudge its model in between with a text that is none.
 */
export function currentTurn(request: ModelRequest, isTask: (text: string) => boolean): Turn {
  const asked = request.messages.map(({ role, texts }) => (role === 'user' ? texts.map(withoutNotes).filter((text) => text !== '').join('\n\n') : ''));
  const task = asked.findLastIndex(isTask);
  const last = asked.findLastIndex((text) => text !== '');
  const at = task === -1 ? last : task;
  const after = request.messages.slice(at + 1);
  const results = new Map(after.flatMap((message) => message.results).map(({ call_id, text }) => [call_id, text]));
  const calls = after.flatMap((message) => message.calls).map((call) => ({ call, output: results.get(call.id) ?? '' }));
  return { prompt: asked[at] ?? '', calls };
}
