import type { AtifResult, AtifStep, AtifTrajectory } from './atif-schema.js';
import type { InspectMessage } from './inspect-schema.js';

/** The conversation of an attempt as chat messages, session after session: what was asked, said, called and given back. */
export const messagesOf = (trajectories: readonly AtifTrajectory[]): InspectMessage[] =>
  trajectories.flatMap(({ steps }, session) => steps.flatMap((step) => messagesOfStep(step, `s${String(session + 1)}-${String(step.step_id)}`)));

function messagesOfStep(step: AtifStep, id: string): InspectMessage[] {
  const content = text(step.message);
  if (step.source === 'user') return [{ role: 'user', id, content, source: 'input' }];
  if (step.source === 'system') return [{ role: 'system', id, content }];
  // Ids of calls are told apart in a step only: some CLIs use them again.
  const calls = (step.tool_calls ?? []).map(({ tool_call_id, function_name, arguments: given }) => ({ id: `${id}.${tool_call_id}`, function: function_name, arguments: given, type: 'function' as const }));
  const assistant: InspectMessage = {
    role: 'assistant', id, content, source: 'generate',
    ...(step.model_name !== undefined && { model: step.model_name }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(step.reasoning_content !== undefined && { metadata: { reasoning: step.reasoning_content } }),
  };
  const names = new Map((step.tool_calls ?? []).map((call) => [call.tool_call_id, call.function_name]));
  return [assistant, ...(step.observation?.results ?? []).map((result, at) => toolMessage(result, id, at, names))];
}

function toolMessage({ source_call_id, content, extra }: AtifResult, id: string, at: number, names: ReadonlyMap<string, string>): InspectMessage {
  const exit = extra?.['exit_code'];
  const said = text(content ?? '');
  const name = names.get(source_call_id ?? '');
  return {
    role: 'tool', id: `${id}-result-${String(at + 1)}`, content: said,
    ...(name !== undefined && { function: name }),
    ...(source_call_id !== undefined && { tool_call_id: `${id}.${source_call_id}` }),
    ...(typeof exit === 'number' && exit !== 0 && { error: { type: 'unknown' as const, message: `exit code ${String(exit)}` } }),
    ...(extra && { metadata: extra }),
  };
}

const text = (content: AtifStep['message']): string => (typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : `[${part.source.media_type} ${part.source.path}]`)).join('\n'));
