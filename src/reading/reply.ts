import { sha256 } from '../common/digest.js';
import { actionFor } from './actions.js';
import type { Choice } from './choose.js';
import { entryFor, type Entry } from './entries.js';
import type { Question } from './task.js';

/** How answers are given. */
export interface Manner {
  /** Quote whole sentences, or only the beginning of one. */
  quote: 'whole' | 'part';
  /** What to say where nothing was found: that it is unknown, or one of the values offered. */
  otherwise: 'unknown' | 'offered';
}

export type Answer = Record<string, string | null>;

/** What an answer needs beside the choice itself. */
export interface Material {
  /** Text of every file read, by path. */
  files: ReadonlyMap<string, string>;
  entries: readonly Entry[];
  /** Whether answers carry a record and an action too. */
  extended: boolean;
}

/** The answer to one question: from the choice made, else what is said without one. */
export function answerTo(question: Question, choice: Choice | undefined, material: Material, manner: Manner): Answer {
  if (choice === undefined) return manner.otherwise === 'offered' ? offered(question, material.extended) : unknown(question, material.extended);
  const { source, text } = choice.statement;
  const answer = { value: choice.value, source, quote: manner.quote === 'part' ? beginning(text) : text };
  if (!material.extended) return answer;
  const content = material.files.get(source) ?? '';
  const entry = entryFor(question, choice.statement, content, material.entries);
  return {
    ...answer,
    record_id: entry?.record_id ?? '',
    source_revision: entry?.source_revision ?? sha256(content),
    supersedes: entry?.supersedes ?? null,
    dependency_check: entry?.dependency_check ?? 'unknown',
    action: actionFor(question, choice),
  };
}

const nothing = { record_id: '', source_revision: '', supersedes: null, dependency_check: 'unknown' };

const unknown = (_: Question, extended: boolean): Answer => ({ value: 'unknown', source: null, quote: '', ...(extended && { ...nothing, action: 'unknown' }) });

/** One of the offered values, always the same for the same question, with words and a place that were never looked up. */
function offered({ text, values, actions }: Question, extended: boolean): Answer {
  const pick = (codes: readonly string[]): string => codes[parseInt(sha256(text).slice(0, 8), 16) % codes.length] ?? 'unknown';
  const value = pick(values);
  return { value, source: 'notes/summary.md', quote: `As agreed with everyone, it is ${value}.`, ...(extended && { ...nothing, action: pick(actions) }) };
}

/** The first half of a sentence's words, always shorter than the sentence. */
function beginning(text: string): string {
  const words = [...text.matchAll(/\S+/g)];
  const last = words[Math.max(0, Math.floor(words.length / 2) - 1)];
  return last === undefined || words.length === 1 ? text.slice(0, Math.ceil(text.length / 2)) : text.slice(0, last.index + last[0].length);
}
