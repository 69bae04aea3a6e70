import { z } from 'zod';
import { ENVIRONMENT_NAME, NO_ENVIRONMENT_NAME } from '../common/environment-name.js';

const name = z.string().min(1);
const amount = z.number().nonnegative();

/** Where the real credential is. Its value stands in no manifest. */
const credential = z
  .strictObject({
    env: name.optional(),
    file: name.optional().describe('Relative to the manifest.'),
    header: name.optional().describe('Header to send it in; by default the dialect\'s own.'),
    prefix: z.string().optional().describe('Before the value in that header.'),
  })
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), 'needs either `env` or `file`');

const pace = z.strictObject({
  requests_per_minute: z.number().positive().optional(),
  tokens_per_minute: z.number().positive().optional(),
  concurrency: z.int().positive().optional(),
});

const price = z.strictObject({ input: amount, output: amount, cached: amount.optional(), cache_write: amount.optional() });

const common = {
  pace: pace.default({}),
  prices: z.record(z.string(), price).default({}).describe('USD for a million tokens, by model; `*` stands for any text, the first that fits counts.'),
};

/** A provider of a manifest: what answers the model requests of the configurations that name it. */
export const providerSchema = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('live'),
    base_url: name.describe('As the provider documents it: `https://api.openai.com/v1`, `http://localhost:11434/v1`.'),
    credential: credential.optional(),
    headers: z.record(z.string(), z.string()).default({}).describe('Sent with every request. Never a credential.'),
    timeout_seconds: z.number().positive().max(3600).default(300).describe('Seconds until the first byte, and between bytes.'),
    ...common,
  }),
  z.strictObject({
    mode: z.literal('scripted'),
    script: name.default('reader').describe('`reader`, or the path of a YAML script relative to the manifest.'),
    models: z.array(name).default(['scripted']),
    ...common,
  }),
  z.strictObject({
    mode: z.literal('replay'),
    cassette: name.describe('A wire.jsonl, relative to the manifest.'),
    ...common,
  }),
  z.strictObject({
    mode: z.literal('passthrough'),
    allow: z.array(name).min(1).describe('`host:port` each. Everything else is refused.'),
    credential: z
      .strictObject({
        env: name.optional(),
        file: name.optional().describe('Relative to the manifest.'),
        inside: z.string().regex(ENVIRONMENT_NAME, NO_ENVIRONMENT_NAME).optional().describe('Environment variable that has it inside; by default the agent\'s own.'),
      })
      .refine(({ env, file }) => (env === undefined) !== (file === undefined), 'needs either `env` or `file`')
      .optional()
      .describe('The product\'s own login. It goes inside: nobody else can present it in a tunnel.'),
    ...common,
  }),
]);

export type ProviderConfig = z.infer<typeof providerSchema>;
/** The same before defaults. */
export type ProviderInput = z.input<typeof providerSchema>;
