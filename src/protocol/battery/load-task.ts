import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../../common/errors.js';
import { keySchemaOf, type Check } from '../../scoring/checklist/check.js';
import { schemaFault } from '../../common/schema-fault.js';
import { readYaml } from '../yaml-file.js';
import type { Draw } from './draw.js';
import { generateCorpus, type Corpus } from './generate/corpus.js';
import { distract } from './generate/distraction.js';
import { problemOf } from './problems.js';
import { BATTERY_YAML, typed, type Typed } from './read.js';
import { corpusSchema, keySchema, taskSchema, varySchema, type BatteryFile, type KeyFile, type Setting, type TaskFile } from './schema.js';
import { chooseSlots, fill, type Slots } from './slots.js';
import { refuseStray } from './stray.js';
import type { Fact, Task, TaskSession } from './task.js';

/**
 * One task with everything chosen, generated and checked.
 * @throws UserError CLEANSLATE_BATTERY_…
 */
export async function loadTask(folder: string, id: string, settings: BatteryFile['settings'], draw: Draw): Promise<Task> {
  const yaml = await readYaml(join(folder, 'task.yaml'), BATTERY_YAML);
  const head = typed(yaml, z.looseObject({ vary: varySchema, setting: taskSchema.shape.setting, sessions: z.array(z.looseObject({ corpus: corpusSchema.optional() })) }));
  const setting = settings[head.data.setting];
  const corpora = head.data.sessions.map(({ corpus }) => corpus && generateCorpus(corpus, setting, draw.for('corpus')));
  const slots: Slots = { ...chooseSlots(head.data.vary, draw.for('vary')), ...corpora.find((corpus) => corpus !== undefined)?.slots };

  const task = typed(yaml, taskSchema, slots);
  const key = typed(await readYaml(join(folder, 'key.yaml'), BATTERY_YAML), keySchema, slots);
  const distractions: string[] = [];
  const sessions = await readSessions(task, folder, slots, { setting, draw, corpora, distractions });
  await refuseStray(folder, head.data.sessions.flatMap(fromsOf));
  const { title, category, case: reported, setting: name } = task.data;
  const resolved: Task = { id, title, category, case: reported, setting: name, sessions, distractions, ...withKey(task, key), examples: key.data.examples };
  const problem = problemOf(resolved);
  if (problem !== undefined) throw key.fail((problem.in === 'key' ? key : task).place(problem.path), problem.message);
  return resolved;
}

/** Files that a session of task.yaml names, as it is written. */
const fromsOf = ({ files, turns }: Record<string, unknown>): string[] =>
  [files, turns].flatMap((texts) => Object.values(texts ?? {})).flatMap((text) => fromSchema.safeParse(text).data?.from ?? []);

const fromSchema = z.object({ from: z.string() });

interface Making {
  setting: Setting;
  draw: Draw;
  corpora: readonly (Corpus | undefined)[];
  distractions: string[];
}

async function readSessions(task: Typed<TaskFile>, folder: string, slots: Slots, making: Making): Promise<TaskSession[]> {
  const { setting, draw, corpora, distractions } = making;
  const share = setting.tokens / Math.max(1, task.data.sessions.flatMap(({ turns }) => turns).filter((turn) => typeof turn === 'object' && 'distraction' in turn).length);
  const textOf = async (text: string | { from: string }, path: PropertyKey[]): Promise<string> => {
    if (typeof text === 'string') return text;
    try {
      return String(fill(await readFile(join(folder, text.from), 'utf8'), slots));
    } catch (cause) {
      throw task.fail(task.place([...path, 'from']), `cannot be read: ${(cause as NodeJS.ErrnoException).code === 'ENOENT' ? `there is no file \`${text.from}\` in the task's folder` : messageOf(cause)}`);
    }
  };
  const sessions: TaskSession[] = [];
  for (const [index, { files, turns }] of task.data.sessions.entries()) {
    const laid = new Map<string, string | null>(corpora[index]?.files);
    for (const [path, text] of Object.entries(files)) laid.set(path, text === null ? null : await textOf(text, ['sessions', index, 'files', path]));
    const said: string[] = [];
    for (const [at, turn] of turns.entries()) {
      if (typeof turn === 'object' && 'distraction' in turn) distractions.push(distract(turn.distraction, share, setting.lookalikes, draw.for(`distraction ${String(index)} ${String(at)}`)));
      said.push(typeof turn === 'object' && 'distraction' in turn ? (distractions.at(-1) ?? '') : (await textOf(turn, ['sessions', index, 'turns', at])).trimEnd());
    }
    sessions.push({ files: laid, turns: said });
  }
  return sessions;
}

/** Checks and key entries belong together one to one. */
function withKey(task: Typed<TaskFile>, key: Typed<KeyFile>): { checks: Check[]; facts: Record<string, Fact> } {
  const foreign = Object.keys(key.data.facts).find((id) => !Object.hasOwn(task.data.checks, id));
  if (foreign !== undefined) throw key.fail(key.place(['facts', foreign]), `there is no check \`${foreign}\` in task.yaml`);
  const facts: Record<string, Fact> = {};
  const checks = Object.entries(task.data.checks).map(([id, { kind, points, ...options }]): Check => {
    const entry = key.data.facts[id];
    if (entry === undefined) throw task.fail(task.place(['checks', id]), 'has no entry under `facts` in key.yaml');
    const { stands, offered, derived, ...values } = entry;
    const parsed = keySchemaOf(kind).safeParse(values);
    if (!parsed.success) {
      const { path, message } = schemaFault(parsed.error);
      throw key.fail(key.place(['facts', id, ...path]), `${message} (check of kind \`${kind}\`)`);
    }
    facts[id] = { stands, offered, derived };
    return { id, kind, points, settings: { ...options, ...parsed.data } };
  });
  return { checks, facts };
}
