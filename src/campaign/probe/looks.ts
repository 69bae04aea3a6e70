import type { AgentAdapter, Reach } from '../../agents/adapter.js';
import { markedFiles, type MarkedFile } from './marked-files.js';
import { look } from './look.js';
import type { ProbePlace } from './place.js';

/** Of the files of which one hides the next, products have up to three. */
const MOST_LOOKS = 3;

/** All looks at one agent together. */
export interface Sight {
  files: readonly MarkedFile[];
  /** Path → how its mark reached the model; nothing where it never did. */
  reached: ReadonlyMap<string, Reach>;
  /** Sorted. */
  written: readonly string[];
  looks: number;
}

export interface LookOptions {
  adapter: AgentAdapter;
  label: string;
  place: ProbePlace;
  /** Called before each look. */
  note(line: string): void;
}

/**
 * Looks at an agent among marked files; then again without those that reached its model, as long as others come forward that
 * they had hidden; and once with its memory feature on, where it has one.
 */
export async function lookAll({ adapter, label, place, note }: LookOptions): Promise<Sight> {
  const all = markedFiles(adapter.state);
  const reached = new Map<string, Reach>();
  const written = new Set<string>();
  let looks = 0;
  const lookAt = async (files: readonly MarkedFile[], memory: 'off' | 'on', what: string): Promise<[string, 'first' | 'read'][]> => {
    const number = (looks += 1);
    note(`${adapter.id}, look ${String(number)}: ${what}`);
    const seen = await look({ adapter, label, memory, files, all }, number, place);
    seen.written.forEach((path) => written.add(path));
    return [...seen.reached];
  };
  const uncover = async (): Promise<void> => {
    let files = all;
    for (let round = 1; round <= MOST_LOOKS; round++) {
      const found = await lookAt(files, 'off', round === 1 ? `${String(files.length)} marked files` : 'without what reached its model');
      for (const [path, reach] of found) reached.set(path, reach);
      if (found.length === 0) return;
      files = files.filter(({ path }) => !reached.has(path));
    }
  };
  const remember = async (): Promise<[string, 'first' | 'read'][]> => (adapter.can?.memory === 'none' ? [] : lookAt(all, 'on', 'with its memory feature on'));
  const [remembered, uncovered] = await Promise.allSettled([remember(), uncover()]);
  if (uncovered.status === 'rejected') throw uncovered.reason;
  if (remembered.status === 'rejected') throw remembered.reason;
  for (const [path] of remembered.value) if (!reached.has(path)) reached.set(path, 'memory');
  return { files: all, reached, written: [...written].sort(), looks };
}
