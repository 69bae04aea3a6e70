import { chooseAll } from '../../../reading/choose.js';
import { entriesIn, type Entry } from '../../../reading/entries.js';
import { isGeneral, isNote } from '../../../reading/note-files.js';
import type { Events } from './events.js';
import { readNotes, type NoteFile } from './files.js';
import { keyOf, recall, remember } from './notes.js';
import type { Options } from './options.js';
import { readEntries } from './records.js';
import { answerTo, type Answer, type Material } from '../../../reading/reply.js';
import { statementsOf } from '../../../reading/statements.js';
import { suppliedFiles } from '../../../reading/supplied.js';
import { questionsIn, type Question } from '../../../reading/task.js';

/** One request and where it is worked on. */
interface Job {
  request: string;
  questions: Question[];
  /** Whether answers carry a record and an action too. */
  extended: boolean;
  options: Options;
  root: string;
  events: Events;
}

/** Answers the questions of a request from the notes of the project below `root`; a request without questions is taken note of. */
export function answerRequest(request: string, options: Options, root: string, events: Events): void {
  const questions = questionsIn(request);
  if (questions.length === 0) {
    events.final('Noted.');
    return;
  }
  const job = { request, questions, extended: request.includes('record_id'), options, root, events };
  const answers = options.notes.length > 0 ? fromEarlierWork(job) : options.order === 'none' ? withoutReading(job) : fromFiles(job, options.order);
  events.final(JSON.stringify({ answers: Object.fromEntries(questions.map(({ id }, index) => [id, answers[index]])) }));
}

function withoutReading({ questions, extended, options }: Job): Answer[] {
  const material: Material = { files: new Map(), entries: [], extended };
  return questions.map((question) => answerTo(question, undefined, material, options));
}

function fromFiles({ request, questions, extended, options, root, events }: Job, order: 'newest' | 'oldest'): Answer[] {
  const { files, entries } = sourcesOf(request, extended, root, events);
  const choices = chooseAll(questions, files.flatMap(({ path, text }) => statementsOf(path, text)), order);
  const found = choices.filter((choice) => choice !== undefined).length;
  events.say(`Read ${String(files.length)} notes; found ${String(found)} of ${String(questions.length)} points in them.`);
  const material: Material = { files: new Map(files.map(({ path, text }) => [path, text])), entries, extended };
  return questions.map((question, index) => answerTo(question, choices[index], material, options));
}

/** What there is to read: what the request brings, else the notes of the project. */
function sourcesOf(request: string, extended: boolean, root: string, events: Events): { files: NoteFile[]; entries: Entry[] } {
  const supplied = suppliedFiles(request);
  if (supplied.length === 0) return { files: readNotes(root, events), entries: extended ? readEntries(request, root, events) : [] };
  const files = supplied.filter(({ path }) => isNote(path) && !isGeneral(path));
  return { files, entries: extended ? supplied.filter(({ path }) => !isNote(path)).flatMap(({ text }) => entriesIn(text)) : [] };
}

/** Answers from earlier notes alone; only then reads, and leaves notes of what it learned. */
function fromEarlierWork(job: Job): Answer[] {
  const { questions, options, events } = job;
  const earlier = recall(options.notes, events);
  const blank = withoutReading(job);
  const answers = questions.map((question, index) => earlier.get(keyOf(question)) ?? blank[index] ?? {});
  const learned = fromFiles(job, 'newest');
  remember(options.notes, new Map(questions.map((question, index) => [keyOf(question), learned[index] ?? {}])), events);
  return answers;
}
