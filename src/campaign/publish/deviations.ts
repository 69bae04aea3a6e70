import { plural } from '../../evidence/check.js';
import type { Redaction } from '../../evidence/bundle/redactions.js';
import { TRIALS_DIR } from '../../evidence/layout.js';
import { batteryPart } from '../../protocol/battery/part.js';
import type { Amendment } from '../../protocol/lock-chain.js';
import { deviations, type Deviation } from '../acts/recorded.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import type { Summary } from '../summary.js';
import { partsOf } from '../trial-id.js';
import { THIRD_PARTY_PROMPT } from './redact/own-prompts.js';

/** What was done otherwise than the protocol says, or than a reader would expect of it. */
export interface PublishedDeviations {
  /** By people, on the journal. */
  recorded: Deviation[];
  /** Changes of the lock before the first run, the oldest first. */
  amendments: Amendment[];
  /** What the program itself knows of, one sentence each. */
  found: string[];
}

/** All of them, so that a result is never published without (methodology, "Publish deviations with the result"). */
export function publishedDeviations(on: CampaignOnDisk, summary: Summary, redactions: readonly Redaction[]): PublishedDeviations {
  const lock = on.campaign['protocol_lock'] as { amendments?: Amendment[] } | undefined;
  return { recorded: deviations(on), amendments: lock?.amendments ?? [], found: [...ofProtocol(on, summary, lock !== undefined), ...ofRuns(on, summary), ...withheld(redactions)] };
}

function ofProtocol({ campaign: { manifest, harness } }: CampaignOnDisk, { late_anchors }: Summary, locked: boolean): string[] {
  const battery = batteryPart(manifest.battery);
  return [
    ...(locked ? [] : ['The protocol was not locked before the campaign was started (`lock`): its own lock.json was written as its first act.']),
    ...(late_anchors === null ? [] : [late_anchors]),
    ...(battery === null || battery.part === null ? [] : [`Of the battery ${battery.name}, only ${battery.part} ${battery.tasks && battery.tasks.length > 1 ? 'were' : 'was'} run${battery.tasks ? `: ${battery.tasks.join(', ')}` : ''}.`]),
    ...(harness['source_modified'] === true ? ['The harness was run from a checkout with changes that are in none of its commits.'] : []),
  ];
}

function ofRuns({ entries }: CampaignOnDisk, { normalized, unseen, attested, differing_witnesses }: Summary): string[] {
  const skipped = [...new Set(entries.flatMap((entry) => (entry.type === 'preflight.skipped' ? entry.configurations : [])))].sort();
  return [
    ...(skipped.length > 0 ? [`These configurations did not prove before their first trial that they can run: ${skipped.join(', ')}.`] : []),
    ...(attested.length > 0 ? [`The initial state of these configurations was attested by a person and seen by nobody else: ${attested.join(', ')}.`] : []),
    ...(unseen.configurations.length > 0 ? [`What these configurations said to their models was not seen: ${unseen.configurations.join(', ')}.`] : []),
    ...(unseen.credential_inside.length > 0 ? [`A credential was inside the sandboxes of: ${unseen.credential_inside.join(', ')}.`] : []),
    ...(differing_witnesses.length > 0 ? [`The agent's own stream and the wire tell of different tool calls in: ${differing_witnesses.join(', ')}.`] : []),
    ...(normalized > 0 ? [`${plural(normalized, 'answer')} lost a wrapping before being scored, as the manifest says.`] : []),
  ];
}

function withheld(redactions: readonly Redaction[]): string[] {
  const trials = redactions.filter(({ file, kinds }) => kinds.includes(THIRD_PARTY_PROMPT) && file.startsWith(`${TRIALS_DIR}/`)).map(({ file }) => file.split('/')[1] ?? '');
  const own = trials.map((trial) => [partsOf(trial).configuration, trial] as const);
  return [...new Set(own.map(([id]) => id))].sort().map((id) => `System prompts and tool definitions of the program of ${id} are its maker's, and withheld: in ${plural(new Set(own.filter(([one]) => one === id).map(([, trial]) => trial)).size, 'trial')}.`);
}
