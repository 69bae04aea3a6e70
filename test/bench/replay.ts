import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tmp from 'tmp';
import { stringify } from 'yaml';
import type { Machine } from '../../src/campaign/machine.js';
import { nobody } from '../../src/campaign/observer.js';
import { planCampaign } from '../../src/campaign/plan.js';
import { readCampaign } from '../../src/campaign/read-campaign.js';
import { replayTrial } from '../../src/campaign/replay/replay.js';
import { runCampaign } from '../../src/campaign/run.js';
import { systemClock } from '../../src/common/clock.js';
import { manifestSchema } from '../../src/protocol/manifest.js';
import { interleave, ratios, spread } from './rounds.js';
import type { Row } from './sections.js';

/** Milliseconds that the model takes before a reply and between its parts; a real one takes longer. */
const SLOW_MS = 400;
const TRIAL = 'codex.short.handoff.run-1';

/** One trial of the real Codex again, its model from the recording, against the same with a model that takes its time. */
export async function replayAgainstLive(machine: Machine, rounds: number): Promise<Row> {
  const folder = tmp.dirSync({ prefix: 'bench-', unsafeCleanup: true });
  try {
    const script = join(folder.name, 'slow.yaml');
    const turns = [{ read: 'AGENTS.md' }, { read: 'HANDOFF.md' }, { read: 'README.md' }, { answer: 'done' }];
    writeFileSync(script, stringify({ turns: turns.map((turn) => ({ ...turn, slow: SLOW_MS })) }));
    const manifest = manifestSchema.parse({
      campaign: 'bench', runs: 1, attempts: 1, tasks: [{ scenario: 'short', profiles: ['handoff'] }],
      providers: { slow: { mode: 'scripted', script } },
      configurations: [{ id: 'codex', agent: 'codex', model: { label: 'gpt-5.5', provider: 'slow' } }],
    });
    const dir = join(folder.name, 'campaign');
    const signal = new AbortController().signal;
    await runCampaign(await planCampaign({ manifest, file: join(folder.name, 'manifest.yaml'), place: String }), { dir, machine, clock: systemClock, observer: nobody, signal, concurrency: 1, preflight: false });
    const campaign = await readCampaign(dir);
    const again = (mode: 'recorded' | 'live') => async (): Promise<undefined> => {
      const { equal, replayed } = await replayTrial(campaign, TRIAL, { mode, keep: false, clock: systemClock, signal });
      if (!replayed.valid || (mode === 'recorded' && !equal)) throw new Error(`a ${mode} replay did not do the same`);
    };
    const times = await interleave({ recorded: again('recorded'), live: again('live') }, rounds);
    const verdict = spread(ratios(times.recorded, times.live));
    return { what: `\`replay --recorded\` against \`--live\`, Codex, ${String(turns.length)} slow replies`, ours: spread(times.recorded), plain: spread(times.live), verdict, unit: '×', rounds };
  } finally {
    folder.removeCallback();
  }
}
