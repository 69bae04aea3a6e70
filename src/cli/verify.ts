import type { Command } from 'commander';
import { jsonText } from './output/json.js';

/** `cleanslate verify`: the reproducibility checks, one line each. */
export function registerVerify(program: Command): void {
  program
    .command('verify')
    .description('checks a campaign against its own journal: nothing changed, nothing missing, nothing added, and every score what its evidence gives')
    .argument('<dir>', 'the campaign directory, or a published bundle')
    .option('--repo <dir>', 'look up the tags that anchor it in this git repository')
    .option('--ca <file>', 'verify the time stamps that anchor it by these certificates, PEM')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate verify campaigns/demo\n')
    .action(async (dir: string, { json, repo, ca }: { json?: boolean; repo?: string; ca?: string }) => {
      const { verifyAll } = await import('../campaign/verify/verify.js');
      const { readGiven } = await import('../common/read-given.js');
      const { csvOf } = await import('../report/export/csv.js');
      const checks = await verifyAll(dir, csvOf, { repository: repo, ca: ca === undefined ? undefined : (await readGiven(ca, { code: 'CLEANSLATE_CA', hint: 'give a file with certificates, PEM' })).toString('latin1') });
      if (json) process.stdout.write(jsonText(checks));
      else for (const { ok, skipped, line } of checks) process.stdout.write(`${skipped ? 'skip' : ok ? 'ok  ' : 'FAIL'} ${line}\n`);
      process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
    });
}
