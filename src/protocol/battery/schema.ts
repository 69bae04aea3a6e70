import { z } from 'zod';
import { pathProblem } from '../../scenario/source-path.js';
import { checkSpecSchema } from '../../scoring/checklist/check.js';
import { OUTCOMES, POINTS } from '../../scoring/checklist/outcomes.js';

/** The four task categories (methodology, "Task categories"). */
export const CATEGORIES = ['project-memory', 'instruction-retention', 'role-persistence', 'document-recall'] as const;
export const SETTINGS = ['near', 'middle', 'far'] as const;
export type Category = (typeof CATEGORIES)[number];
export type SettingName = (typeof SETTINGS)[number];

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,47}$/, 'must be 1 to 48 of a-z 0-9 -, and start with a letter or digit');
const checkId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,47}$/, 'must be 1 to 48 of a-z 0-9 _ -');

const path = z.string().superRefine((text, context) => {
  const problem = pathProblem(text, []);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.replace('of a source ', '') });
});

/** How hard the generated parts of a task are. */
const setting = z.strictObject({
  tokens: z.int().min(100).max(200_000).describe('About how much the distractions of a task hold together; a token is counted as four characters.'),
  documents: z.int().min(6).max(500).describe('Documents of a generated corpus, those that matter included.'),
  updates: z.int().min(1).max(8).describe('How often a generated fact is replaced.'),
  lookalikes: z.int().min(1).max(40).describe('Facts of the same kind about something else, in distractions and corpora.'),
});
export type Setting = z.infer<typeof setting>;

/** battery.yaml */
export const batterySchema = z.strictObject({
  battery: id,
  title: z.string().min(1),
  protocol: z.string().min(1).describe('Version of the protocol document that it follows.'),
  settings: z.strictObject({ near: setting, middle: setting, far: setting }),
  tasks: z.array(id).min(1),
});
export type BatteryFile = z.infer<typeof batterySchema>;

const alternative = z.union([z.string(), z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]);

/** What a seed chooses among. Names in `{{…}}` anywhere in task and key are replaced by what it chose. */
export const varySchema = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be a-z 0-9 _, and start with a letter'), z.array(alternative).min(2)).default({});

const distraction = z.strictObject({ distraction: z.enum(['log', 'thread', 'table', 'chat']) });
export type Distraction = z.infer<typeof distraction>['distraction'];

const text = z.union([z.string().min(1), z.strictObject({ from: path })], 'must be text, or { from: a file of the task }');

/** Documents that are made, not written; see `generate/corpus.ts`. */
export const corpusSchema = z.strictObject({
  folder: path,
  register: z.enum(['tariffs', 'leases', 'devices']),
  stale_note: path.optional().describe('The hard cases: the replaced document does not say so in any word; a note for whoever comes next has an old value.'),
  labelled: z.boolean().default(false),
});
export type CorpusSpec = z.infer<typeof corpusSchema>;

const session = z.strictObject({
  files: z.record(path, text.nullable()).default({}).describe('What is laid over the workspace before the session; null takes a file away.'),
  corpus: corpusSchema.optional(),
  turns: z.array(z.union([text, distraction], 'must be text, { from }, or { distraction }')).min(1),
});

/** task.yaml */
export const taskSchema = z.strictObject({
  title: z.string().min(1),
  category: z.enum(CATEGORIES),
  case: z.string().min(1).describe('Which thing that practitioners report it is.'),
  setting: z.enum(SETTINGS),
  vary: varySchema,
  sessions: z.array(session).min(1),
  checks: z.record(checkId, checkSpecSchema),
});
export type TaskFile = z.infer<typeof taskSchema>;

const stand = z.union(
  [
    z.strictObject({ session: z.int().positive(), turn: z.int().positive(), text: z.string().min(1) }),
    z.strictObject({ session: z.int().positive(), file: path, text: z.string().min(1) }),
    /** The probe itself asks for it: a form, not a fact. */
    z.literal('probe'),
    /** Nothing in the material settles it. */
    z.literal('nowhere'),
  ],
  'must be { session, turn, text }, { session, file, text }, `probe` or `nowhere`',
);
export type Stand = z.infer<typeof stand>;

/** What a key says for every check beside its values. */
const factSchema = z.looseObject({
  stands: stand,
  offered: z.boolean().default(false).describe('The probe offers the possible values, so that it holds the right one among others.'),
  derived: z.string().min(1).optional().describe('How the right value follows from what stands there, where it is not said in these characters.'),
});

const exampleSchema = z.strictObject({
  shows: z.enum(['right', 'absent', 'superseded', 'distractor', 'invented', 'act', 'form']),
  scratch: z.boolean().default(false).describe('Begin from nothing instead of the right example.'),
  answer: z.union([z.string(), z.record(z.string(), z.unknown()), z.null()]).optional().describe('Fields of the JSON answer that differ; text is the whole answer; null, no answer.'),
  prose: z.string().optional().describe('Text before the JSON answer.'),
  files: z.record(path, z.string().nullable()).default({}).describe('What is written; null is not, or no longer, there.'),
  commands: z.array(z.string().min(1)).optional().describe('Commands that are run, and files that are opened.'),
  reads: z.array(path).optional(),
  notes: z.record(path, z.string()).optional().describe('Notes of its own that it made in the first session.'),
  outcomes: z.record(checkId, z.enum(OUTCOMES)).default({}).describe('The checks that do not find it right.'),
  points: z.literal(POINTS),
});
export type ExampleSpec = z.infer<typeof exampleSchema>;

/** key.yaml */
export const keySchema = z.strictObject({
  facts: z.record(checkId, factSchema),
  examples: z.record(id, exampleSchema),
});
export type KeyFile = z.infer<typeof keySchema>;
