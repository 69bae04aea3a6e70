import type { ComponentChildren, JSX } from 'preact';
import type { PublishedConfiguration } from '../../campaign/publish/configurations.js';
import { Digest, Table, Tag } from '../page/parts.js';
import { Text } from '../page/text.js';

/** Every configuration with all that is pinned of it: as it was asked for, and below that as it was seen in the runs that count. */
export const ConfigurationPins = ({ of }: { of: readonly PublishedConfiguration[] }): JSX.Element => (
  <>
    <h3>Configurations: asked for, and seen</h3>
    <Table label="Configurations" head={['Configuration', 'Product, access', 'Agent', 'Model', 'Memory', 'System instructions', 'Tools', 'Mode, sandbox', 'Runs that count']} wide>
      {of.map(({ id, product, access, requested, agent, model_label, memory, system_instructions, tools, observed, runs, first_run, last_run }) => (
        <tr>
          <th scope="row">{id}</th>
          <td><Text>{product}</Text><Line>{access}</Line></td>
          <td>{requested.agent} {requested.manual ? <Line>as a person declares it: <Text>{observed.agent_versions.join(', ') || requested.manual.version}</Text></Line> : <><Text>{agent.version}</Text><Seen asked={agent.version} seen={observed.agent_versions} runs={runs} /></>}</td>
          <td>{model_label === null ? <span class="quiet">none</span> : <Text>{model_label}</Text>}{model_label !== null && <Seen asked={model_label} seen={observed.models} runs={runs} />}</td>
          <td>feature {memory.feature}{memory.services.length > 0 && <Line>services: {memory.services.join(', ')}</Line>}</td>
          <td><Text>{system_instructions}</Text></td>
          <td><Text>{tools}</Text></td>
          <td>{observed.modes.join(', ')} {observed.sandboxes.map((sandbox) => <Line>{sandbox}</Line>)}{observed.images.map((image) => <Line>image <Digest of={image.replace(/^sha256:/, '')} /></Line>)}</td>
          <td>{runs === 0 ? <span class="quiet">none</span> : <>{String(runs)}<Line>{minute(first_run)}{minute(first_run) === minute(last_run) ? '' : <> to<br />{minute(last_run)}</>}</Line></>}</td>
        </tr>
      ))}
    </Table>
  </>
);

const Line = ({ children }: { children: ComponentChildren }): JSX.Element => <div class="quiet">{children}</div>;

/** What was seen beside what was asked for; another value stands out, and so does more than one. */
function Seen({ asked, seen, runs }: { asked: string; seen: readonly string[]; runs: number }): JSX.Element {
  if (seen.length === 0) return <Line>{runs === 0 ? 'not seen yet' : 'nobody saw it'}</Line>;
  const isAsked = seen.length === 1 && seen[0] === asked;
  return <Line>{isAsked ? 'seen: the same' : <><Tag tone="warn">seen</Tag> <Text>{seen.join(', ')}</Text></>}</Line>;
}

/** `2026-11-30 18:17`, UTC. */
const minute = (time: string | null): string => (time ?? '').slice(0, 16).replace('T', '\u00a0');
