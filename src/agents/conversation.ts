import type { TraceEvent } from '../trace/events.js';

/**
 * The ids that an agent gave its conversations, in the order of their first mention. Most name them at the start, some only
 * at the end.
 * @param session of this session only
 */
export function conversationIds(events: readonly TraceEvent[], session?: number): string[] {
  const named = events.filter((event) => event.source === 'agent' && (event.type === 'session.start' || event.type === 'session.end') && (session === undefined || event.session === session));
  return [...new Set(named.flatMap(({ id }) => (id === undefined || id === '' ? [] : [id])))];
}
