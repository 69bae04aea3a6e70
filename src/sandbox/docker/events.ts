import type { Readable } from 'node:stream';
import type { Client } from './client.js';
import { call } from './call.js';

export interface EngineEvent {
  action: string;
  attributes: Record<string, string>;
}

/**
 * The events of one container from its creation on, those of the past first, until the caller stops or `signal` aborts.
 * Engines remember a few hundred events, so none of a container that just ended is missed, whenever this is called.
 */
export async function* eventsOf({ docker }: Client, id: string, actions: readonly string[], signal: AbortSignal): AsyncGenerator<EngineEvent> {
  const filters = JSON.stringify({ type: ['container'], container: [id], event: actions });
  const stream = (await call("reading the engine's events", () => docker.getEvents({ since: 1, filters }))) as Readable;
  const stop = (): void => {
    stream.destroy();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    let text = '';
    for await (const chunk of stream) {
      text += String(chunk);
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield parse(line);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function parse(line: string): EngineEvent {
  const event = JSON.parse(line) as { Action?: string; status?: string; Actor?: { Attributes?: Record<string, string> } };
  return { action: event.Action ?? event.status ?? '', attributes: event.Actor?.Attributes ?? {} };
}
