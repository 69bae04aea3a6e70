import type { JSX } from 'preact';
import { deviations } from '../../campaign/acts/recorded.js';
import { pretty } from '../../common/json.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { Digest, Facts } from '../page/parts.js';
import { Excerpt, Text } from '../page/text.js';
import { CodePins } from './code-pins.js';
import { ConfigurationPins } from './configuration-pins.js';

/** What the results depend on: the lock, the protocol, the code, every configuration, the machine; and what was done otherwise. */
export function Pins({ campaign: { on, pinned, lock } }: { campaign: Pick<ReportedCampaign, 'on' | 'pinned' | 'lock'> }): JSX.Element {
  const { campaign, entries } = on;
  const opened = entries[0]?.type === 'campaign.opened' ? entries[0] : undefined;
  const recorded = deviations(on);
  const { version, source_commit, source_modified } = campaign.harness;
  return (
    <section id="pins" aria-labelledby="pins-title">
      <h2 id="pins-title">Lock and pins</h2>
      <Facts of={[
        ['Begun', opened?.time ?? 'not yet'],
        ['Protocol', campaign.protocol === null ? <span class="quiet">none: no battery</span> : <>version <Text>{campaign.protocol}</Text></>],
        ['lock.json', <Digest of={opened?.lock} />],
        ['campaign.json', <Digest of={opened?.campaign} />],
        ['Journal', `${String(entries.length)} entries`],
        ['Harness', <>cleanslate {version ?? 'unknown'}{typeof source_commit === 'string' && <>, commit <Digest of={source_commit} />{source_modified === true && ' with changes of its own'}</>}</>],
        ['Machine', <Text>{machineInWords(campaign.machine)}</Text>],
      ]} />
      <ConfigurationPins of={pinned} />
      <CodePins opened={campaign.harness} locked={lock && { ...lock.harness }} />
      <h3>Deviations</h3>
      {recorded.length === 0 ? <p class="quiet">None recorded.</p> : <ul class="notes">{recorded.map(({ text, by, time }) => <li class="loud"><Text>{text}</Text> <span class="quiet">(<Text>{by}</Text>, {time})</span></li>)}</ul>}
      <details>
        <summary>The manifest as resolved</summary>
        <Excerpt text={pretty(campaign.manifest)} limit={40_000} whole="campaign.json" />
      </details>
    </section>
  );
}

/** `platform linux x64, cpus 2, …, sandbox docker 29.1`: what is nested is left to campaign.json, but for the sandbox. */
function machineInWords({ sandbox, ...machine }: Record<string, unknown>): string {
  const engine = typeof sandbox === 'object' && sandbox !== null ? ['kind', 'version', 'isolation'].flatMap((name) => (sandbox as Record<string, unknown>)[name] ?? []) : [];
  const facts = Object.entries(machine).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return [...facts.map(([name, value]) => `${name} ${String(value)}`), ...(engine.length > 0 ? [`sandbox ${engine.join(', ')}`] : [])].join('; ');
}
