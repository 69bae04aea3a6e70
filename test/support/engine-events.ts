import { buffer } from 'node:stream/consumers';
import { connect } from '../../src/sandbox/docker/client.js';
import { jsonLines } from './cleanslate.js';
import { theEngine } from './engine.js';

interface EngineEvent {
  Type: string;
  Action: string;
  Actor: { ID: string; Attributes: Record<string, string> };
}

/** What one harness process has had made in the engine, and what of it was removed again. */
export interface Footprint {
  created: string[];
  destroyed: string[];
  /** Networks that its containers were connected to. */
  networks: string[];
  /** Volumes that its containers had. */
  volumes: string[];
}

/** The traces that a process's containers left in the engine's record since a moment, seconds since 1970 by the engine's clock. */
export async function footprintOf(pid: number, since: number): Promise<Footprint> {
  const events = await eventsSince(since);
  const of = (type: string, action: string): EngineEvent[] => events.filter(({ Type, Action }) => Type === type && Action === action);
  const ours = ({ Actor }: EngineEvent): boolean => Actor.Attributes['cleanslate.owner']?.includes(`:${String(pid)}:`) === true;
  const created = of('container', 'create').filter(ours).map(({ Actor }) => Actor.ID);
  const used = (type: string, action: string): string[] => of(type, action).filter(({ Actor }) => created.includes(Actor.Attributes['container'] ?? '')).map(({ Actor }) => Actor.Attributes['name'] ?? Actor.ID);
  return { created, destroyed: of('container', 'destroy').filter(ours).map(({ Actor }) => Actor.ID), networks: [...new Set(used('network', 'connect'))], volumes: used('volume', 'mount') };
}

/** The engine's time, seconds since 1970. */
export async function engineTime(): Promise<number> {
  const { docker, close } = await connect(theEngine());
  const { SystemTime } = (await docker.info()) as { SystemTime: string };
  close();
  return Math.floor(Date.parse(SystemTime) / 1000);
}

async function eventsSince(since: number): Promise<EngineEvent[]> {
  const { docker, close } = await connect(theEngine());
  const stream = await docker.getEvents({ since, until: (await engineTime()) + 1 });
  const text = (await buffer(stream)).toString();
  close();
  return jsonLines(text) as unknown as EngineEvent[];
}
