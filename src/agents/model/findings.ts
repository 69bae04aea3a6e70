import type { Findings, Failure } from '../findings.js';
import { decode, orNull } from '../text.js';
import { readLine, type ModelLine } from './lines.js';

/** What became of the request to a model; `finish` is how its reply ended. */
export interface ModelFindings extends Findings {
  finish: string | null;
}

/** The text of the reply, read from the raw output, which no trace limit has cut, and how the request failed. */
export function findings(stdout: Uint8Array): ModelFindings {
  const lines = decode(stdout).split('\n').map(readLine).filter((one) => one !== undefined);
  const replied = lines.find((one) => one.type === 'replied');
  const text = lines.find((one) => one.type === 'text')?.text ?? '';
  const failed = lines.findLast((one) => one.type === 'failed');
  return {
    alive: replied !== undefined,
    answer: replied === undefined ? null : orNull(text),
    failure: replied === undefined && failed ? failureOf(failed) : null,
    models: replied?.model ? [replied.model] : [],
    finish: replied?.finish ?? null,
  };
}

function failureOf({ failure, status, message }: Extract<ModelLine, { type: 'failed' }>): Failure {
  switch (failure) {
    case 'error':
      return { text: message, status };
    case 'cut':
      return { text: message, kind: 'cut-stream' };
    case 'unreadable':
      return { text: message, kind: 'bad-reply' };
    case 'unreachable':
      return { text: message, kind: 'provider-unreachable' };
  }
}
