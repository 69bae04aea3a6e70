import { pretty } from '../common/json.js';
import { answerRules, requiredShape, retrievalRecords, revisionRules } from './prepare.js';
import type { SelectedCase } from './profiles.js';

/**
 * What an agent in a workspace is asked: the same questions and shape as in prompt mode, but its sources are files.
 * Reads like ordinary work; holds no source text and no absolute path. Ends with one JSON object.
 */
export function workspacePrompt(selected: SelectedCase): string {
  const rules = [
    'Please answer the questions below about this project. Read its files with your own tools, and answer from what they say and nothing else.',
    'Leave the files as they are.',
    ...answerRules(selected),
    'Write `source` relative to the root of the project, without `./` in front.',
    ...(selected.kind === 'revision' ? revisionRules(`the file \`${recordsPath(selected)}\``) : []),
    'End with one message that is a single JSON object in the required shape, without a Markdown fence and without text around it.',
  ];
  return `${rules.join('\n')}\n\n${JSON.stringify({ questions: selected.questions, required_shape: requiredShape(selected) }, null, 2)}`;
}

/** The files that a profile lays over the workspace: {path: text}, the paths relative to its root. */
export function workspaceFiles(selected: SelectedCase): Map<string, string> {
  const files = new Map(Object.entries(selected.sources));
  if (selected.kind === 'revision') files.set(recordsPath(selected), pretty(retrievalRecords(selected)));
  return files;
}

/** A place for the retrieval records that no source has or needs as a directory. */
function recordsPath({ sources }: SelectedCase): string {
  const taken = Object.keys(sources);
  const isFree = (path: string): boolean =>
    !taken.some((other) => other === path || other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'retrieval-records.json' : `retrieval-records-${String(number)}.json`;
    const free = [`state/${name}`, name].find(isFree);
    if (free !== undefined) return free;
  }
}
