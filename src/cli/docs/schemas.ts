import { z } from 'zod';
import { scriptSchema } from '../../gateway/scripted/schema.js';
import { batterySchema, keySchema, taskSchema } from '../../protocol/battery/schema.js';
import { manifestSchema } from '../../protocol/manifest.js';
import { alternativesSchema } from '../../scenario/alternatives.js';
import { scenarioSchema } from '../../scenario/schema.js';

interface Written {
  title: string;
  schema: z.ZodType;
  /** A seed fills in `{{name}}` before the file is checked, also where a number belongs. */
  varied?: boolean;
}

/** The files that people write, and what they are checked by. */
const WRITTEN_BY_PEOPLE: Readonly<Record<string, Written>> = {
  manifest: { title: 'A campaign of cleanslate', schema: manifestSchema },
  battery: { title: 'battery.yaml of a battery', schema: batterySchema },
  task: { title: 'task.yaml of a task of a battery', schema: taskSchema, varied: true },
  key: { title: 'key.yaml of a task of a battery', schema: keySchema, varied: true },
  scenario: { title: 'A continuity scenario', schema: scenarioSchema },
  alternatives: { title: 'The wrong values that the material of a scenario suggests', schema: alternativesSchema },
  script: { title: 'What a scripted model does', schema: scriptSchema },
};

/**
 * JSON Schema files by their path in the package, for editors. Draft 7, which all of them understand. What compares two places of a
 * file (a `probe` that is not the last turn, a quote that is not in its source) cannot be said in it, and is checked on reading only.
 */
export const schemaFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(WRITTEN_BY_PEOPLE).map(([name, written]) => [`schemas/${name}.schema.json`, schemaText(written)]));

function schemaText({ title, schema, varied = false }: Written): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', ...(varied && { override: orFilledIn }) });
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}

function orFilledIn({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.type !== 'integer' && jsonSchema.type !== 'number') return;
  const number = { ...jsonSchema };
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  Object.assign(jsonSchema, { anyOf: [number, { type: 'string', pattern: String.raw`^\{\{[a-z][a-z0-9_.]*\}\}$` }] });
}
