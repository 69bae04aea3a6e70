import { z } from 'zod';

const name = z.string().min(1);
const amount = z.number().nonnegative();

/** Where the real credential is. Its value stands in no manifest. */
const credential = z
  .strictObject({
    env: name.optional(),
    /** Relative to the manifest. */
    file: name.optional(),
    /** Header to send it in; by default the dialect's own. */
    header: name.optional(),
    /** Before the value in that header. */
    prefix: z.string().optional(),
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
  /** USD for a million tokens, by model; `*` stands for any text, the first that fits counts. */
  prices: z.record(z.string(), price).default({}),
};

/** A provider of a manifest: what answers the model requests of the configurations that name it. */
export const providerSchema = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('live'),
    /** As the provider documents it: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
    base_url: name,
    credential: credential.optional(),
    /** Sent with every request. Never a credential. */
    headers: z.record(z.string(), z.string()).default({}),
    /** Seconds until the first byte, and between bytes. */
    timeout_seconds: z.number().positive().max(3600).default(300),
    ...common,
  }),
  z.strictObject({
    mode: z.literal('scripted'),
    /** `reader`, or the path of a YAML script relative to the manifest. */
    script: name.default('reader'),
    models: z.array(name).default(['scripted']),
    ...common,
  }),
  z.strictObject({
    mode: z.literal('replay'),
    /** A wire.jsonl, relative to the manifest. */
    cassette: name,
    ...common,
  }),
  z.strictObject({
    mode: z.literal('passthrough'),
    /** `host:port` each. Everything else is refused. */
    allow: z.array(name).min(1),
    /** The product's own login. It goes inside: nobody else can present it in a tunnel. */
    credential: z
      .strictObject({
        env: name.optional(),
        /** Relative to the manifest. */
        file: name.optional(),
        /** Environment variable that has it inside; by default the agent's own. */
        inside: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable').optional(),
      })
      .refine(({ env, file }) => (env === undefined) !== (file === undefined), 'needs either `env` or `file`')
      .optional(),
    ...common,
  }),
]);

export type ProviderConfig = z.infer<typeof providerSchema>;
/** The same before defaults. */
export type ProviderInput = z.input<typeof providerSchema>;
