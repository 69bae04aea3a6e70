import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptDir } from '../evidence/layout.js';
import { deliverySchema, STAGES, type Delivery, type Stage } from '../trial/delivery/file.js';
import { DELIVERY_FILE } from '../trial/delivery/keep.js';
import type { CampaignOnDisk } from './read-campaign.js';
import { byRow, type RowParts } from './trial-id.js';

/** How much of a file reached the model: the least and the most over the trials of a row. Bytes. */
export interface DeliveredBytes {
  path: string;
  bytes: number;
  least: number;
  most: number;
}

/** Where memory failed, of one configuration, task and profile, over its valid attempts. */
export interface StageRow extends RowParts {
  trials: number;
  /** Questions that were not answered as they should be. */
  failures: number;
  stages: Record<Stage, number>;
  /** Of AGENTS.md and HANDOFF.md where the profile has them and the wire was seen. */
  files: DeliveredBytes[];
}

const FILES = ['AGENTS.md', 'HANDOFF.md'];

/** Counts the stages of failures, as the attempts that count have them. */
export async function stageRows({ dir, results }: CampaignOnDisk): Promise<StageRow[]> {
  const rows: StageRow[] = [];
  for (const lines of byRow(results)) {
    const row = emptyRow(lines[0]);
    for (const { trial, attempt } of lines) {
      const delivery = await readDelivery(attemptDir(dir, trial, attempt));
      if (delivery) add(row, delivery);
    }
    if (row.trials > 0) rows.push(row);
  }
  return rows;
}

const emptyRow = ({ configuration, task, profile }: RowParts): StageRow => ({
  configuration, task, profile, trials: 0, failures: 0, stages: Object.fromEntries(STAGES.map((stage) => [stage, 0])) as StageRow['stages'], files: [],
});

/** delivery.json of an attempt; undefined where it has none that can be read: older evidence, or one that `verify` complains of. */
export async function readDelivery(attempt: string): Promise<Delivery | undefined> {
  try {
    return deliverySchema.safeParse(JSON.parse(await readFile(join(attempt, DELIVERY_FILE), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function add(row: StageRow, { questions, files }: Delivery): void {
  row.trials += 1;
  for (const { stage } of questions) {
    if (stage === null) continue;
    row.failures += 1;
    row.stages[stage] += 1;
  }
  for (const { path, bytes, delivered_bytes } of files) {
    if (!FILES.includes(path) || delivered_bytes === null) continue;
    const known = row.files.find((file) => file.path === path);
    if (!known) row.files.push({ path, bytes, least: delivered_bytes, most: delivered_bytes });
    else Object.assign(known, { least: Math.min(known.least, delivered_bytes), most: Math.max(known.most, delivered_bytes) });
  }
}
