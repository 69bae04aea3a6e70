import { sha256 } from '../../common/digest.js';
import type { Evidence, Files, SessionEvidence, ToolCall } from '../../scoring/checklist/evidence.js';
import type { ExampleSpec } from './schema.js';
import { filesBefore, type Task } from './task.js';

/** What an example does, in full: a script that a control agent can play. */
export interface ExampleScript {
  /** Notes that it makes in the first session. */
  notes: Readonly<Record<string, string>>;
  /** Files that it opens, commands that it runs and files that it writes (null: removes) in the session of the probe, in this order. */
  reads: readonly string[];
  commands: readonly string[];
  files: Readonly<Record<string, string | null>>;
  /** Its final answer; empty where it gives none. */
  answer: string;
}

/** An example without its shorthand: all but `scratch` ones say only what they do otherwise than the right one. */
export function scriptOf(task: Task, name: string): ExampleScript {
  const example = task.examples[name];
  if (example === undefined) throw new RangeError(`there is no example ${name}`);
  const right = name === 'right' || example.scratch ? undefined : task.examples['right'];
  return {
    notes: example.notes ?? right?.notes ?? {},
    reads: example.reads ?? right?.reads ?? [],
    commands: example.commands ?? right?.commands ?? [],
    files: { ...right?.files, ...example.files },
    answer: answerText(example, right),
  };
}

function answerText({ answer, prose }: ExampleSpec, right: ExampleSpec | undefined): string {
  if (answer === null) return prose ?? '';
  if (typeof answer === 'string') return answer;
  const base = typeof right?.answer === 'object' ? right.answer : {};
  const given = answer === undefined && typeof right?.answer === 'string' ? right.answer : undefined;
  if (given !== undefined) return given;
  const merged = { ...base, ...answer };
  const json = Object.keys(merged).length === 0 ? '' : JSON.stringify(merged, null, 2);
  const before = prose ?? right?.prose;
  return before === undefined ? json : `${before.trimEnd()}\n\n${json}`.trimEnd();
}

/** The evidence that a session-by-session run of the script leaves, as far as checks look at it. */
export function evidenceOf(task: Task, script: ExampleScript): Evidence {
  const last = task.sessions.length;
  let notes = new Map<string, string>();
  const sessions = task.sessions.map((session, index): SessionEvidence => {
    const before = new Map([...filesBefore(task.sessions, index + 1), ...notes]);
    const after = new Map(before);
    const isLast = index + 1 === last;
    if (index === 0 && !isLast) notes = new Map(Object.entries(script.notes));
    for (const [path, text] of notes) after.set(path, text);
    if (isLast) write(after, script.files);
    return { before: states(before), after: states(after), calls: isLast ? callsOf(script, before) : [], replies: session.turns.map((_, at) => (isLast && at + 1 === session.turns.length ? script.answer : 'Done.')) };
  });
  return { sessions };
}

function write(files: Map<string, string>, changes: ExampleScript['files']): void {
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) files.delete(path);
    else files.set(path, text);
  }
}

const callsOf = ({ reads, commands }: ExampleScript, files: ReadonlyMap<string, string>): ToolCall[] => [
  ...reads.map((path) => ({ name: 'read', arguments: { path }, result: files.get(path) ?? null })),
  ...commands.map((command) => ({ name: 'run', arguments: { command }, result: null })),
];

const states = (files: ReadonlyMap<string, string>): Files => new Map([...files].map(([path, text]) => [path, { sha256: sha256(text), text }]));
