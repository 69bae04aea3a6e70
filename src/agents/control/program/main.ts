import { readFileSync } from 'node:fs';
import { chooseAll } from './choose.js';
import { Events } from './events.js';
import { readNotes } from './files.js';
import { keyOf, recall, remember } from './notes.js';
import { readOptions, type Options } from './options.js';
import { readEntries } from './records.js';
import { answerTo, type Answer, type Material } from './reply.js';
import { statementsOf } from './statements.js';
import { questionsIn, type Question } from './task.js';

/** Answers the questions of the request from the notes of the project below `root`. */
function run(request: string, options: Options, root: string, events: Events): void {
  const questions = questionsIn(request);
  if (questions.length === 0) throw new Error('there are no questions in the request');
  const extended = request.includes('record_id');
  if (options.notes.length === 0) {
    finish(questions, work(request, questions, options, root, extended, events), events);
    return;
  }
  const places = [...new Set([...options.notes, process.env['TMPDIR'] ?? '/tmp'])];
  const earlier = recall(places, events);
  const answers = questions.map((question) => earlier.get(keyOf(question)) ?? answerTo(question, undefined, { ...NOTHING, extended }, options));
  const learned = work(request, questions, { ...options, order: 'newest' }, root, extended, events);
  remember(places, new Map(questions.map((question, index) => [keyOf(question), learned[index] ?? {}])), events);
  finish(questions, answers, events);
}

const NOTHING: Material = { files: new Map(), entries: [], extended: false };

function work(request: string, questions: readonly Question[], options: Options, root: string, extended: boolean, events: Events): Answer[] {
  const { order } = options;
  if (order === 'none') return questions.map((question) => answerTo(question, undefined, { ...NOTHING, extended }, options));
  const files = readNotes(root, events);
  const entries = extended ? readEntries(request, root, events) : [];
  const statements = files.flatMap(({ path, text }) => statementsOf(path, text));
  const choices = chooseAll(questions, statements, order);
  events.say(`Read ${String(files.length)} notes; found ${String(choices.filter((choice) => choice !== undefined).length)} of ${String(questions.length)} points in them.`);
  const material: Material = { files: new Map(files.map(({ path, text }) => [path, text])), entries, extended };
  return questions.map((question, index) => answerTo(question, choices[index], material, options));
}

function finish(questions: readonly Question[], answers: readonly Answer[], events: Events): void {
  events.final(JSON.stringify({ answers: Object.fromEntries(questions.map(({ id }, index) => [id, answers[index]])) }));
}

const events = new Events();
events.start();
try {
  run(readFileSync(0, 'utf8'), readOptions(process.argv.slice(2)), process.cwd(), events);
} catch (error) {
  events.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
