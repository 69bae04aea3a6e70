import type { z } from 'zod';
import { schemaFault } from '../../common/schema-fault.js';
import { readYaml, type YamlFile } from '../yaml-file.js';
import { fill, UnknownSlot, type Slots } from './slots.js';

export const BATTERY_YAML = {
  code: 'BATTERY',
  unreadable: 'a battery is a directory with battery.yaml and a folder with task.yaml and key.yaml for each task; see docs/battery.md',
  empty: 'see docs/battery.md',
} as const;

export interface Typed<T> extends YamlFile {
  data: T;
}

/** A YAML file that fits a schema. @throws UserError CLEANSLATE_BATTERY_… */
export async function readTyped<T>(file: string, schema: z.ZodType<T>, kind: typeof BATTERY_YAML): Promise<Typed<T>> {
  return typed(await readYaml(file, kind), schema);
}

/** The same; where there are slots, they are filled before the schema sees it. */
export function typed<T>(yaml: YamlFile, schema: z.ZodType<T>, slots?: Slots): Typed<T> {
  const parsed = schema.safeParse(slots === undefined ? yaml.value : filled(yaml, slots));
  if (parsed.success) return { ...yaml, data: parsed.data };
  const { path, message, unknownKey } = schemaFault(parsed.error);
  throw yaml.fail(yaml.place(path), message, unknownKey ? 'remove it, or see docs/battery.md for the keys there are' : undefined);
}

function filled({ value, place, fail }: YamlFile, slots: Slots): unknown {
  try {
    return fill(value, slots);
  } catch (error) {
    if (error instanceof UnknownSlot) throw fail(place([]), error.message, 'declare it under `vary`, or correct its name');
    throw error;
  }
}
