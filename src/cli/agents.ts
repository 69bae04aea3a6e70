import type { Command } from 'commander';
import type { AgentAdapter } from '../agents/adapter.js';
import { jsonText } from './output/json.js';

/** `cleanslate agents`: the adapters, their versions, and what each path they touch is to them. */
export function registerAgents(program: Command): void {
  program
    .command('agents')
    .description('lists the agents, their pinned versions, what they can, and their state tables')
    .argument('[agent]', 'only this one')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate agents codex\n')
    .action(async (agent: string | undefined, { json }: { json?: boolean }) => {
      const { builtinAdapters, findAdapter } = await import('../agents/registry.js');
      const adapters = agent === undefined ? builtinAdapters() : [findAdapter({ agent })];
      process.stdout.write(json ? jsonText(adapters.map(row)) : adapters.map(described).join(''));
    });
}

const row = ({ id, version, image, control, state, knows, can }: AgentAdapter): Record<string, unknown> => ({ id, version, image, control, state, knows, can: can ?? null });

function described(adapter: AgentAdapter): string {
  const { id, version, image, state, knows, can } = adapter;
  const facts = [
    `image ${image}`,
    ...(can ? [can.dialect ?? 'its own backend only', `memory feature ${can.memory}`, ...(can.schema ? ['answer schema'] : []), ...(can.mcp ? ['MCP servers'] : [])] : []),
    ...(knows.state ? [] : ['state table not complete']),
    ...(knows.tools ? [] : ['no tool trace']),
  ];
  const width = Math.min(60, Math.max(0, ...state.map(({ pattern }) => pattern.length)));
  const lines = state.map((entry) => `  ${entry.class.padEnd(12)} ${entry.note === undefined ? entry.pattern : `${entry.pattern.padEnd(width)}  ${entry.note}`}\n`);
  return `${id} ${version} (${facts.join(', ')})\n${lines.join('')}`;
}
