import { compareBytes } from '../../common/paths.js';
import { trialScoreSchema } from '../../scoring/index.js';
import { rowKey, type RowParts } from '../../campaign/trial-id.js';
import { isPointsLine } from '../../campaign/read-campaign.js';
import type { StageRow } from '../../campaign/stages.js';
import { givenBy } from './given.js';
import type { ReportedCampaign } from './campaign.js';

/** One question or check that runs of a row got wrong. */
export interface Forgotten {
  id: string;
  /** Runs that got it wrong. */
  wrong: number;
  /** What they gave instead, the most frequent first. */
  gave: string[];
}

/** What one configuration forgot of a task under a profile. */
export interface ForgottenRow extends RowParts {
  /** Runs that count. */
  runs: number;
  /** Of these, answers that could not be read. */
  unreadable: number;
  forgotten: Forgotten[];
  /** Where its memory failed, as far as anybody saw it. */
  stages: StageRow | undefined;
}

/** Longest part of a value, characters. */
const WIDTH = 60;

/** Every row in which something was not right, by configuration, task and profile. */
export function forgottenRows({ on: { results }, summary: { stages } }: Pick<ReportedCampaign, 'on' | 'summary'>): ForgottenRow[] {
  const rows = new Map<string, ForgottenRow & { found: Map<string, { wrong: number; gave: Map<string, number> }> }>();
  const staged = new Map(stages.map((row) => [rowKey(row), row]));
  for (const line of results) {
    const { configuration, task, profile } = line;
    const key = rowKey(line);
    const row = rows.get(key) ?? { configuration, task, profile, runs: 0, unreadable: 0, forgotten: [], stages: staged.get(key), found: new Map() };
    rows.set(key, row);
    row.runs += 1;
    if (!isPointsLine(line) && line.score.format_failure !== null) row.unreadable += 1;
    for (const [id, { right, text }] of givenBy(trialScoreSchema.safeParse(line.score).data, WIDTH)) {
      if (right) continue;
      const known = row.found.get(id) ?? { wrong: 0, gave: new Map<string, number>() };
      row.found.set(id, known);
      known.wrong += 1;
      known.gave.set(text, (known.gave.get(text) ?? 0) + 1);
    }
  }
  return [...rows.values()]
    .map(({ found, ...row }) => ({ ...row, forgotten: [...found].map(([id, { wrong, gave }]) => ({ id, wrong, gave: [...gave].sort(([, a], [, b]) => b - a).map(([text]) => text) })) }))
    .sort((a, b) => compareBytes(rowKey(a), rowKey(b)))
    .filter(({ forgotten, unreadable, stages: reached }) => forgotten.length > 0 || unreadable > 0 || (reached?.files.some(({ least, bytes }) => least < bytes) ?? false));
}
