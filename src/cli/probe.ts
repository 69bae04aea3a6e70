import type { Command } from 'commander';

/** `cleanslate probe`: an adapter's state table against its real program. */
export function registerProbe(program: Command): void {
  program
    .command('probe')
    .description('holds an agent\'s state table against its real program among marked files')
    .argument('<agent>', 'an agent that npm serves, as `agents` lists them')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nNeeds a container engine, and no model: a script answers. Exits with 0 where the table agrees, with 1 where it does not.\n\nExample:\n  cleanslate probe codex\n')
    .action(async (agent: string, { json }: { json?: boolean }) => {
      process.exitCode = await probe(agent, json === true);
    });
}

async function probe(agent: string, json: boolean): Promise<number> {
  const { findAdapter } = await import('../agents/registry.js');
  const { openProbeMachine, probeAgent, refuseUnprobed } = await import('../campaign/probe/probe.js');
  const adapter = findAdapter({ agent });
  refuseUnprobed(adapter);
  const { systemClock } = await import('../common/clock.js');
  const { formatProbe } = await import('../campaign/probe/probe-text.js');
  const { keepProbe } = await import('../campaign/probe/kept.js');
  const { jsonText } = await import('./output/json.js');
  const { INTERRUPTED, interruptible } = await import('./interruptible.js');
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const interrupt = interruptible(note);
  const machine = await openProbeMachine(note);
  try {
    const result = await probeAgent(adapter, { machine, clock: systemClock, signal: interrupt.signal, note });
    await keepProbe(result);
    process.stdout.write(json ? jsonText(result) : formatProbe(result));
    return result.agrees ? 0 : 1;
  } catch (error) {
    if (interrupt.signal.aborted) return INTERRUPTED;
    throw error;
  } finally {
    interrupt.release();
    await machine.close();
  }
}
