import { REACH_WORDS, type AgentAdapter } from '../../agents/adapter.js';
import { builtinAdapters } from '../../agents/registry.js';
import { SIGNALS } from '../../agents/signals.js';
import { table, type Parts } from './generated.js';

/** The generated parts of docs/agents.md, from the adapters themselves. */
export function agentsParts(): Parts {
  const real = builtinAdapters().filter(({ control }) => !control);
  return { agents: overview(real), 'state-tables': real.map(stateTable).join('\n\n'), signals: signalsTable() };
}

const overview = (adapters: readonly AgentAdapter[]): string =>
  table(
    ['agent', 'version', 'speaks', 'answer schema', 'MCP servers', 'memory feature', 'a second turn', 'compacts by', 'its stream tells'],
    adapters.map(({ id, version, can }) => [
      `[\`${id}\`](#${id})`, version, can?.dialect ?? 'its own backend only', can?.schema ? 'yes' : 'no', can?.mcp ? 'yes' : 'no', memory(can?.memory), can?.continues ?? '', can?.compact === undefined ? '' : `\`${can.compact}\``, can?.tells.join(', ') ?? '',
    ]),
  );

/** Under `memory.feature: off` it is off everywhere; this is what the product does by itself. */
const memory = (feature: 'on' | 'off' | 'none' | undefined): string => (feature === 'none' || feature === undefined ? 'none' : `${feature} by default`);

function stateTable({ id, state, knows }: AgentAdapter): string {
  const head = [`### ${id}`, '', ...(knows.state ? [] : ['Not complete: it was not seen running.', ''])];
  return [...head, table(['path', 'class', 'reaches the model', 'note'], state.map((entry) => [`\`${entry.pattern}\``, entry.class, entry.reaches === undefined ? '' : REACH_WORDS[entry.reaches], entry.note ?? '']))].join('\n');
}

const signalsTable = (): string => table(['signal', 'who failed', 'what it means'], Object.entries(SIGNALS).map(([kind, { blame, means }]) => [`\`${kind}\``, blame, means]));
