import type { AtifTrajectory } from '../../src/trace/export/atif-schema.js';
import type { TraceEvent } from '../../src/trace/events.js';

/** What a session was about, whichever file it is read from. */
export interface Told {
  prompts: string[];
  errors: string[];
  /** All that the agent said and thought, without the breaks between pieces. */
  said: string;
  thought: string;
  calls: { name: string; arguments: unknown }[];
  /** Name of the call (null: nobody called), what came back, and how it ended; sorted. */
  results: string[];
  unanswered: number;
  tokens: [number | undefined, number | undefined, number | undefined];
}

const bare = (text: string): string => text.replaceAll('\n', '');
const told = (name: string | null, result: unknown, exit_code: unknown): string => JSON.stringify([name, result ?? null, exit_code ?? null]);

/** Reads a trajectory back. */
export function fromAtif({ steps, final_metrics }: AtifTrajectory): Told {
  const calls = steps.flatMap(({ tool_calls = [] }) => tool_calls);
  return {
    prompts: steps.filter(({ source }) => source === 'user').map(({ message }) => message as string),
    errors: steps.filter(({ source }) => source === 'system').map(({ message }) => message as string),
    said: bare(steps.filter(({ source }) => source === 'agent').map(({ message }) => message).join('')),
    thought: bare(steps.map(({ reasoning_content }) => reasoning_content ?? '').join('')),
    calls: calls.map(({ function_name: name, arguments: given, extra }) => ({ name, arguments: extra?.['arguments'] === 'none' ? undefined : extra?.['arguments'] === 'input' ? given['input'] : given })),
    results: steps
      .flatMap(({ tool_calls = [], observation }) =>
        (observation?.results ?? []).map(({ source_call_id, content, extra }) => {
          const name = tool_calls.find(({ tool_call_id }) => tool_call_id === source_call_id)?.function_name ?? null;
          return told(name, extra?.['json'] === true ? JSON.parse(content as string) : content, extra?.['exit_code']);
        }))
      .sort(),
    unanswered: calls.filter(({ extra }) => extra?.['unmatched'] === 'no-result').length,
    tokens: [final_metrics?.total_prompt_tokens, final_metrics?.total_completion_tokens, final_metrics?.total_cached_tokens],
  };
}

/** The same, straight from the events of a session without a gateway. */
export function fromTrace(events: readonly TraceEvent[]): Told {
  const text = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));
  const of = (type: TraceEvent['type']): TraceEvent[] => events.filter((event) => event.type === type);
  const names = new Map<string, string[]>();
  const results: string[] = [];
  for (const event of events) {
    const id = event.call_id ?? event.id ?? '';
    if (event.type === 'tool.call') names.set(id, [...(names.get(id) ?? []), event.name ?? '']);
    if (event.type !== 'tool.result') continue;
    const name = names.get(id)?.shift() ?? null;
    if (event.unmatched !== 'no-result') results.push(told(name, event.result, event.exit_code));
  }
  const usage = of('usage').map(({ result }) => result as Record<string, number | undefined>);
  const sum = (key: string): number | undefined => {
    const known = usage.map((counts) => counts[key]).filter((count) => count !== undefined);
    return known.length === 0 ? undefined : known.reduce((total, count) => total + count, 0);
  };
  return {
    // What a CLI repeats of its prompt is not said twice; what it was asked twice is.
    prompts: of('prompt').filter(({ source, result }, at, all) => source !== 'agent' || !all.slice(0, at).some((other) => text(other.result).trim() === text(result).trim())).map(({ result }) => text(result)),
    errors: of('error').map(({ result }) => text(result)),
    said: bare(of('message').map(({ result }) => text(result)).join('')),
    thought: bare(of('reasoning').map(({ result }) => text(result)).join('')),
    calls: of('tool.call').map(({ name = '', arguments: given }) => ({ name, arguments: given })),
    results: results.sort(),
    unanswered: events.filter(({ unmatched }) => unmatched === 'no-result').length,
    tokens: [sum('input_tokens'), sum('output_tokens'), sum('cached_tokens')],
  };
}
