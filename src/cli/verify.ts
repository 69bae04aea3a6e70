import type { Command } from 'commander';
import { jsonText } from './output/json.js';

/** `cleanslate verify`: the reproducibility checks, one line each. */
export function registerVerify(program: Command): void {
  program
    .command('verify')
    .description('checks a campaign against its own journal: nothing changed, nothing missing, nothing added, and every score what its evidence gives')
    .argument('<dir>', 'the campaign directory')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate verify campaigns/demo\n')
    .action(async (dir: string, { json }: { json?: boolean }) => {
      const { verifyAll } = await import('../campaign/verify/verify.js');
      const checks = await verifyAll(dir);
      if (json) process.stdout.write(jsonText(checks));
      else for (const { ok, skipped, line } of checks) process.stdout.write(`${skipped ? 'skip' : ok ? 'ok  ' : 'FAIL'} ${line}\n`);
      process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
    });
}
