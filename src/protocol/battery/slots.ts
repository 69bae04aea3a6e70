import type { Draw } from './draw.js';
import type { TaskFile } from './schema.js';

export type Slots = Readonly<Record<string, string | number>>;

const SLOT = /\{\{([\w.]+)\}\}/g;

/** One choice of each thing that varies; the fields of a group are `group.field`. */
export function chooseSlots(vary: TaskFile['vary'], draw: Draw): Slots {
  return Object.fromEntries(
    Object.entries(vary).flatMap(([name, alternatives]): [string, string | number][] => {
      const chosen = draw.for(name).pick(alternatives);
      return typeof chosen === 'object' ? Object.entries(chosen).map(([field, value]) => [`${name}.${field}`, value]) : [[name, chosen]];
    }),
  );
}

/**
 * A value with its slots filled, keys too. A text that is one slot becomes what fills it, a number as well.
 * @throws UnknownSlot
 */
export function fill(value: unknown, slots: Slots): unknown {
  if (typeof value === 'string') return fillText(value, slots);
  if (Array.isArray(value)) return value.map((item) => fill(item, slots));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [String(fillText(key, slots)), fill(item, slots)]));
}

/** A name in braces that nothing fills. */
export class UnknownSlot extends Error {
  constructor(readonly slot: string) {
    super(`nothing fills {{${slot}}}`);
  }
}

function fillText(text: string, slots: Slots): string | number {
  const whole = /^\{\{([\w.]+)\}\}$/.exec(text)?.[1];
  return whole === undefined ? text.replaceAll(SLOT, (_, name: string) => String(valueOf(name, slots))) : valueOf(whole, slots);
}

function valueOf(name: string, slots: Slots): string | number {
  const value = Object.hasOwn(slots, name) ? slots[name] : undefined;
  if (value === undefined) throw new UnknownSlot(name);
  return value;
}
