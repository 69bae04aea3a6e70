import type { ModelRequest } from '../../dialects/message.js';
import { say, type Act, type Brain, type BrainContext, type Move } from '../brain.js';
import { helperReply, instanceOf } from '../helper-reply.js';
import { callFor } from '../tools/call.js';
import { workingDirectory } from '../tools/working-directory.js';
import { suppliedFiles } from '../../../reading/supplied.js';
import { answerFrom, isTask } from './answer.js';
import { currentTurn } from './conversation.js';
import { explore, type FileText } from './explore.js';
import { Outputs } from './outputs.js';

/** A file that the prompt wants the answers in. */
const SAVED = /\b(?:write|save|store|put)\b[^.\n]{0,80}?\b(?:to|in|into|as)\s+(?:a file (?:named|called) )?[`'"]?([\w-][\w./-]*\.json)\b/i;

/**
 * A model that explores the workspace through the agent's own tools and answers from what came back, or from the prompt where
 * that brings its sources. It keeps nothing: from each request it works out anew how far it has come.
 */
export class ReaderBrain implements Brain {
  move(request: ModelRequest, context: BrainContext): Move {
    if (context.aux !== null) return helperReply(request, context.aux);
    const turn = currentTurn(request, isTask);
    const outputs = new Outputs(turn.calls);
    const supplied = suppliedFiles(turn.prompt);
    // A prompt that brings its sources leaves nothing to look for, whatever tools there are.
    if (supplied.length > 0 || !request.tools.some(({ kind }) => kind !== 'builtin')) return this.#answer(request, turn.prompt, supplied, outputs);
    const steps = explore(workingDirectory(request));
    for (let step = steps.next(); ; ) {
      if (step.done) return this.#answer(request, turn.prompt, step.value, outputs);
      // What no tool can do leaves no output in the conversation either.
      const call = callFor(step.value, request);
      const output = call === null ? '' : outputs.of(call);
      if (output === undefined) return say({ acts: [step.value] });
      step = steps.next(output);
    }
  }

  /** @param outputs what came back after the reading: of the answer's own file, and of its delivery. */
  #answer(request: ModelRequest, prompt: string, files: readonly FileText[], outputs: Outputs): Move {
    const answers = answerFrom(prompt, files);
    const value = answers ?? (request.format ? instanceOf(request.format.schema) : null);
    const text = value === null ? `I read ${String(files.length)} files of the project.` : JSON.stringify(value);
    const file = SAVED.exec(prompt)?.[1];
    const acts: Act[] = [
      ...(answers !== null && file !== undefined ? [{ kind: 'write' as const, path: file, content: `${text}\n` }] : []),
      { kind: 'deliver', value: value ?? { text } },
    ];
    const next = acts.find((act) => {
      const call = callFor(act, request);
      return call !== null && outputs.of(call) === undefined;
    });
    return next ? say({ acts: [next] }) : say({ text });
  }
}
