import { z } from 'zod';

const count = z.int().nonnegative().nullable();

/** One line of what the request to a model tells: what was asked, what came, how it ended. */
export const line = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('asked'), attempt: z.int().positive(), dialect: z.string(), model: z.string(), stream: z.boolean() }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string() }),
  /** A tool that the model called although none was offered. Nobody runs it. */
  z.strictObject({ type: z.literal('call'), id: z.string(), name: z.string(), arguments: z.unknown() }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('replied'), model: z.string().nullable(), finish: z.string().nullable(), input_tokens: count, output_tokens: count, cached_tokens: count, reasoning_tokens: count }),
  /** `again`: it is asked once more, after so many ms. */
  z.strictObject({ type: z.literal('failed'), failure: z.enum(['error', 'cut', 'unreadable', 'unreachable']), status: z.int().nullable(), message: z.string(), again_ms: z.number().nonnegative().nullable() }),
]);

export type ModelLine = z.infer<typeof line>;

/** A line of it; undefined for any other text. */
export function readLine(text: string): ModelLine | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
