import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { inPackage } from '../../src/common/package-root.js';

const folder = inPackage('test', 'samples');

/** What must come out of one recorded output; `test/samples/<agent>/expected.json` has one for each case. */
const expectation = z.strictObject({
  /** How the CLI ended; null: it had to be ended. */
  exit_code: z.int().nullable(),
  /** The model that the recording asked for. */
  model: z.string().optional(),
  answer: z.string().nullable(),
  /** `blame kind` of each sign. */
  signals: z.array(z.string()).default([]),
  /** Names of the tools called, in order. */
  calls: z.array(z.string()).default([]),
  /** Input and output tokens, summed. */
  tokens: z.tuple([z.int().nullable(), z.int().nullable()]).default([null, null]),
  /** Lines that the parser rightly does not know. */
  unparsed: z.int().default(0),
  /** Calls that never got a result, because the recording ends before. */
  open: z.int().default(0),
});

export type Expectation = z.infer<typeof expectation>;

export interface Sample {
  name: string;
  stdout: Buffer;
  stderr: Buffer;
  expected: Expectation;
}

export const sampledAgents = (): string[] => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();

/** The recorded outputs of an agent. A recording without an expectation, or the other way round, is an error. */
export function samplesOf(agent: string): Sample[] {
  const expected = z.record(z.string(), expectation).parse(JSON.parse(readFileSync(join(folder, agent, 'expected.json'), 'utf8')));
  const recorded = readdirSync(join(folder, agent)).filter((name) => name !== 'expected.json').sort();
  const missing = [...recorded.filter((name) => !(name in expected)), ...Object.keys(expected).filter((name) => !recorded.includes(name))];
  if (missing.length > 0) throw new Error(`${agent}: recording and expectation do not go together: ${missing.join(', ')}`);
  return recorded.map((name) => ({ name, stdout: read(agent, name, 'stdout.jsonl'), stderr: read(agent, name, 'stderr.txt'), expected: expected[name] as Expectation }));
}

function read(...path: string[]): Buffer {
  const file = join(folder, ...path);
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}
