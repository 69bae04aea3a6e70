import type { Clock } from '../../common/clock.js';
import { Pace } from '../../gateway/control/pace.js';
import { Gateway } from '../../gateway/gateway.js';
import { Scrubber, type Secret } from '../../gateway/redact/scrubber.js';
import { readCassette } from '../../gateway/replay/cassette.js';
import type { Mask } from '../../gateway/replay/mask.js';
import { ReplayUpstream } from '../../gateway/replay/replay.js';
import { plural } from '../../evidence/check.js';
import type { Manifest } from '../../protocol/manifest.js';
import type { Models } from '../models.js';
import { withheldIn } from '../publish/redact/withhold.js';
import { missing } from './bytes.js';
import type { Original } from './original.js';

export interface RecordedModelOptions {
  limits: Manifest['model_limits'];
  mask: Mask;
  /** Of this machine: the recording was scrubbed of those of its own. */
  secrets: readonly Secret[];
  clock: Clock;
}

/**
 * A model that answers what it answered in the attempt, request by request.
 * @param provider the name under which the trial asks for it
 * @throws UserError where the attempt's traffic was not seen or is not there
 */
export async function recordedModel(provider: string, { wire, side, dir }: Original, { limits, mask, secrets, clock }: RecordedModelOptions): Promise<Models> {
  if (side.record?.wire_witness === 'absent') throw missing(dir, 'its agent spoke to its own backend, so its model cannot be played back', 'use --live');
  if (wire === undefined) throw missing(`${dir}/wire.jsonl`, 'is missing: the recorded model', 'copy the whole campaign, or use --live');
  const parts = await withheldIn(wire);
  if (parts) {
    const { prompts, tools, line } = parts;
    throw missing(wire, `its program's own texts are published by digest only, ${plural(prompts, 'prompt')} and ${plural(tools, 'tool definition')} (first in line ${String(line)}): its model cannot be played back`, 'use --live, or --recorded with the campaign that the bundle was made of');
  }
  const upstream = new ReplayUpstream(await readCassette(wire, mask), new Scrubber(secrets));
  const pace = new Pace({}, () => clock.monotonic());
  const gateway = await Gateway.start({ clock, secrets });
  return {
    access: { gateway, providers: new Map([[provider, { name: provider, upstream, pace, prices: {}, secrets: [] }]]), limits },
    close: () => gateway.close(),
  };
}
