import type { Command } from 'commander';

/** `cleanslate agents`: the adapters, their versions, and what each path they touch is to them. */
export function registerAgents(program: Command): void {
  program
    .command('agents')
    .description('lists the agents, their pinned versions and their state tables')
    .argument('[agent]', 'only this one')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate agents control/leaker\n')
    .action(async (agent: string | undefined, { json }: { json?: boolean }) => {
      const { builtinAdapters, findAdapter } = await import('../agents/registry.js');
      const adapters = agent === undefined ? builtinAdapters() : [findAdapter({ agent })];
      const rows = adapters.map(({ id, version, image, state, knows }) => ({ id, version, image, state, knows }));
      if (json) return void process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
      for (const { id, version, image, state, knows } of rows) {
        process.stdout.write(`${id} ${version} (image ${image})${knows.state ? '' : ', state table unknown'}${knows.tools ? '' : ', no tool trace'}\n`);
        for (const entry of state) process.stdout.write(`  ${entry.class.padEnd(12)} ${entry.pattern}${entry.note ? `  ${entry.note}` : ''}\n`);
      }
    });
}
