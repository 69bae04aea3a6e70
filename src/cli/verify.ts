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
      const checks = await verifyAll(dir, { repository: repo, ca: ca === undefined ? undefined : await pemOf(ca) });
      if (json) process.stdout.write(jsonText(checks));
      else for (const { ok, skipped, line } of checks) process.stdout.write(`${skipped ? 'skip' : ok ? 'ok  ' : 'FAIL'} ${line}\n`);
      process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
    });
}

/** @throws UserError where the file cannot be read */
async function pemOf(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  const { messageOf, UserError } = await import('../common/errors.js');
  return readFile(file, 'latin1').catch((cause: unknown) => {
    throw new UserError('CLEANSLATE_CA', `cannot be read: ${messageOf(cause)}`, { where: file, hint: 'give a file with certificates, PEM', cause });
  });
}
