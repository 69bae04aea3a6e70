import { z } from 'zod';
import { ENVIRONMENT_NAME, NO_ENVIRONMENT_NAME } from '../common/environment-name.js';
import { STATE_CLASSES } from './adapter.js';

/** A file the way state tables write it: `~/…` in the home, otherwise relative to the workspace. */
const place = /^(?:~\/)?(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]*[^\0/]$/;
const inFile = (text: string): boolean => text.startsWith('file:') && place.test(text.slice('file:'.length));
const filePlace = 'where PATH is relative to the workspace or starts with `~/`, without `..`';

/**
 * The manifest's `command:` block: any program as an agent.
 *
 * ```yaml
 * - id: mine
 *   agent: command
 *   command:
 *     argv: [my-agent, --print, '{prompt}']  # the program and its arguments; no shell in between
 *     prompt: argument     # argument: for `{prompt}` in argv, else as the last argument
 *                          # stdin:    as standard input
 *                          # file:PATH in a file, whose path replaces `{prompt_file}` in argv
 *     answer: stdout       # stdout:   all of the last turn's standard output
 *                          # json:     the last JSON object with `answers` in it
 *                          # file:PATH what the program left in that file
 *     env: { MY_AGENT_QUIET: '1' }
 *     image: my-agent      # folder under images/; default `base`
 *     version: 1.4.2       # as you declare it; nothing here can check it
 *     state:               # what it is known to keep, for the reset proof
 *       - { pattern: ~/.my-agent/history.db, class: history }
 * ```
 * PATH and patterns are relative to the workspace, or start with `~/` for the home.
 */
export const commandBlock = z
  .strictObject({
    argv: z.array(z.string()).min(1).refine((argv) => argv[0] !== '', 'must start with the program to run'),
    prompt: z.string().refine((text) => text === 'argument' || text === 'stdin' || inFile(text), `must be argument, stdin or file:PATH, ${filePlace}`).default('argument'),
    answer: z.string().refine((text) => text === 'stdout' || text === 'json' || inFile(text), `must be stdout, json or file:PATH, ${filePlace}`).default('stdout'),
    env: z.record(z.string().regex(ENVIRONMENT_NAME, NO_ENVIRONMENT_NAME), z.string()).default({}),
    image: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/, 'must be the name of a folder under images/').default('base'),
    version: z.coerce.string().min(1).default('undeclared'),
    state: z.array(z.strictObject({ pattern: z.string().regex(place, `must be a path or glob, ${filePlace.replace('where PATH is ', '')}`), class: z.enum(STATE_CLASSES).exclude(['service']), note: z.string().optional() })).default([]),
  })
  .superRefine(({ argv, prompt }, context) => {
    const refuse = (placeholder: string, needed: string): void =>
      context.addIssue({ code: 'custom', path: ['argv'], message: `has ${placeholder}, which needs \`prompt: ${needed}\`` });
    if (prompt !== 'argument' && argv.some((text) => text.includes('{prompt}'))) refuse('{prompt}', 'argument');
    if (!prompt.startsWith('file:') && argv.some((text) => text.includes('{prompt_file}'))) refuse('{prompt_file}', 'file:PATH');
  });

export type CommandBlock = z.infer<typeof commandBlock>;
