import { chooseAll } from '../../../reading/choose.js';
import { entriesIn } from '../../../reading/entries.js';
import { isGeneral, isNote } from '../../../reading/note-files.js';
import { answerTo, type Manner } from '../../../reading/reply.js';
import { statementsOf } from '../../../reading/statements.js';
import { questionsIn } from '../../../reading/task.js';
import type { FileText } from './explore.js';

const SOUND: Manner = { quote: 'whole', otherwise: 'unknown' };

/** Whether a prompt asks questions that can be answered by reading. */
export const isTask = (prompt: string): boolean => questionsIn(prompt).length > 0;

/** Answers the questions of a prompt from files; null where it asks none. The rules are those of the control agents. */
export function answerFrom(prompt: string, files: readonly FileText[]): { answers: Record<string, unknown> } | null {
  const questions = questionsIn(prompt);
  if (questions.length === 0) return null;
  const notes = files.filter(({ path }) => isNote(path) && !isGeneral(path));
  const choices = chooseAll(questions, notes.flatMap(({ path, text }) => statementsOf(path, text)), 'newest');
  const entries = files.filter(({ path }) => !isNote(path) && prompt.includes(path)).flatMap(({ text }) => entriesIn(text));
  const material = { files: new Map(notes.map(({ path, text }) => [path, text])), entries, extended: prompt.includes('record_id') };
  return { answers: Object.fromEntries(questions.map((question, at) => [question.id, answerTo(question, choices[at], material, SOUND)])) };
}
