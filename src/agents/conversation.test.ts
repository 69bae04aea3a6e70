import { expect, test } from 'vitest';
import type { TraceEvent } from '../trace/events.js';
import { conversationIds } from './conversation.js';

const event = (type: TraceEvent['type'], source: TraceEvent['source'], session: number, id?: string): TraceEvent => ({ seq: 1, time: '2026-01-01T00:00:00.000Z', session, source, type, ...(id !== undefined && { id }) });

test('each id once, as the agent named it, whether at the start or at the end', () => {
  const events = [
    event('session.start', 'harness', 1, 'ours'), event('session.start', 'agent', 1, 'a'), event('session.start', 'agent', 1, 'a'),
    event('session.start', 'agent', 2), event('message', 'agent', 2, 'm'), event('session.end', 'agent', 2, 'b'),
  ];
  expect(conversationIds(events)).toEqual(['a', 'b']);
  expect(conversationIds(events, 2)).toEqual(['b']);
});
