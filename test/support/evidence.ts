import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attemptDir } from '../../src/evidence/layout.js';
import type { RecordedChange } from '../../src/trace/capture-plan.js';
import type { TraceEvent } from '../../src/trace/events.js';
import type { AttemptRecord } from '../../src/trial/attempt-record.js';
import type { Score } from '../../src/scoring/index.js';
import { jsonLines } from './cleanslate.js';

/** What one sealed attempt of a campaign left on disk. */
export interface Evidence {
  dir: string;
  record: AttemptRecord;
  events: TraceEvent[];
  /** Undefined where the attempt does not count. */
  score: Score | undefined;
  answer: string | undefined;
  /** Of the first session; empty where its agent was not started. */
  stdout: Buffer;
  stderr: string;
  /** Below `workspace` or `home`: path from there → change. */
  changes(root: 'workspace' | 'home'): Record<string, RecordedChange>;
  patch(root: 'workspace' | 'home'): string;
}

const ROOTS = { workspace: '/home/projects/app/', home: '/home/dev/' };

export function evidenceOf(campaign: string, trial: string, attempt = 1): Evidence {
  const dir = attemptDir(campaign, trial, attempt);
  const text = (name: string): string => readFileSync(join(dir, name), 'utf8');
  const optional = (name: string): string | undefined => (existsSync(join(dir, name)) ? text(name) : undefined);
  return {
    dir,
    record: JSON.parse(text('attempt.json')) as AttemptRecord,
    events: jsonLines(text('trace.jsonl')) as unknown as TraceEvent[],
    score: JSON.parse(optional('score.json') ?? 'null') as Score | undefined ?? undefined,
    answer: optional('answer.txt'),
    stdout: existsSync(join(dir, 'session-1/stdout')) ? readFileSync(join(dir, 'session-1/stdout')) : Buffer.alloc(0),
    stderr: optional('session-1/stderr') ?? '',
    changes: (root) => {
      const { changes } = JSON.parse(text(`changes/${root}/changes.json`)) as { changes: RecordedChange[] };
      return Object.fromEntries(changes.map((change) => [change.path.replace(ROOTS[root], ''), change]));
    },
    patch: (root) => optional(`changes/${root}/changes.patch`) ?? '',
  };
}
