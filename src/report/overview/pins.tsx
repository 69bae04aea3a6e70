import type { JSX } from 'preact';
import { deviations } from '../../campaign/acts/recorded.js';
import { pretty } from '../../common/json.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { Digest, Facts, Table } from '../page/parts.js';
import { Excerpt, Text } from '../page/text.js';

/** What the results depend on: the lock, the versions, the machine, and what was done otherwise. */
export function Pins({ campaign: { on } }: { campaign: Pick<ReportedCampaign, 'on'> }): JSX.Element {
  const { campaign, entries } = on;
  const opened = entries[0];
  const recorded = deviations(on);
  const isShort = ([, value]: [string, unknown]): boolean => typeof value === 'string' || typeof value === 'number';
  return (
    <section id="pins" aria-labelledby="pins-title">
      <h2 id="pins-title">Lock and pins</h2>
      <Facts of={[
        ['Begun', opened?.time ?? 'not yet'],
        ['lock.json', <Digest of={opened?.type === 'campaign.opened' ? opened.lock : null} />],
        ['campaign.json', <Digest of={opened?.type === 'campaign.opened' ? opened.campaign : null} />],
        ['Journal', `${String(entries.length)} entries`],
        ['Harness', `cleanslate ${campaign.harness.version ?? 'unknown'}, scorer ${(campaign.harness.scorer ?? 'unknown').slice(0, 12)}`],
        ...Object.entries(campaign.machine).filter(isShort).map(([name, value]): [string, JSX.Element] => [`Machine: ${name}`, <Text>{String(value)}</Text>]),
      ]} />
      <Table label="Agents" head={['Configuration', 'Agent', 'Version', 'Model', 'Memory', 'Trials ask in mode']}>
        {campaign.manifest.configurations.map(({ id, agent, model, memory, mode }) => (
          <tr>
            <th scope="row">{id}</th><td>{agent}</td><td><Text>{campaign.agents[id]?.version ?? 'unknown'}</Text></td><td><Text>{model?.label ?? 'none'}</Text></td><td>{memory.feature}</td><td>{mode ?? campaign.manifest.mode}</td>
          </tr>
        ))}
      </Table>
      <h3>Deviations</h3>
      {recorded.length === 0 ? <p class="quiet">None recorded.</p> : <ul class="notes">{recorded.map(({ text, by, time }) => <li class="loud"><Text>{text}</Text> <span class="quiet">(<Text>{by}</Text>, {time})</span></li>)}</ul>}
      <details>
        <summary>The manifest as resolved</summary>
        <Excerpt text={pretty(campaign.manifest)} limit={40_000} whole="campaign.json" />
      </details>
    </section>
  );
}
