import type { Command } from 'commander';
import { jsonText } from './output/json.js';

interface PublishVerbOptions {
  out: string;
  personal?: string;
  license?: string;
  json?: boolean;
}

/** `cleanslate publish`: the publication gate, and the bundle behind it. */
export function registerPublish(program: Command): void {
  program
    .command('publish')
    .description('refuses, with every reason, what is not complete and verified; else writes tables and redacted evidence, and closes the campaign')
    .argument('<dir>', 'the campaign directory')
    .requiredOption('--out <bundle>', 'a directory that is not there yet')
    .option('--personal <file>', 'further names and other texts to redact, one a line')
    .option('--license <url>', 'of the bundle, for its metadata')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 where the gate refuses.\n\nExample:\n  cleanslate publish campaigns/demo --out demo-bundle\n')
    .action(async (dir: string, options: PublishVerbOptions) => {
      process.exitCode = await publish(dir, options);
    });
}

async function publish(dir: string, { out, personal, license, json }: PublishVerbOptions): Promise<number> {
  const { systemClock } = await import('../common/clock.js');
  const { publish: publishCampaign } = await import('../campaign/publish/publish.js');
  const { csvOf } = await import('../report/export/csv.js');
  const done = await publishCampaign(dir, { out, personal: personal === undefined ? [] : await linesOf(personal), license, csvOf, clock: systemClock, env: process.env });
  if (!('bundle' in done)) {
    process.stdout.write(json ? jsonText({ published: false, reasons: done.reasons }) : `not published, ${String(done.reasons.length)} ${done.reasons.length === 1 ? 'reason' : 'reasons'}:\n${done.reasons.map((reason) => `- ${reason}\n`).join('')}`);
    return 1;
  }
  const { publication, deviations: { recorded, amendments, found }, redactions, digest } = done.bundle;
  const { lock_root, journal_head } = publication;
  if (json) process.stdout.write(jsonText({ published: true, out, digest, lock_root, journal_head, redactions, deviations: { recorded, amendments, found } }));
  else process.stdout.write(`published: ${out}\nredacted: ${String(redactions.length)} files and lines, listed in redactions.json\ndeviations: ${String(recorded.length + amendments.length + found.length)}, listed in README.md\nlock root: ${lock_root}\njournal head: ${journal_head}\nbundle digest: ${digest}\n`);
  return 0;
}

/** Lines with something on them. @throws UserError where the file cannot be read */
async function linesOf(file: string): Promise<string[]> {
  const { readGiven } = await import('../common/read-given.js');
  const text = (await readGiven(file, { code: 'CLEANSLATE_PERSONAL', hint: 'give a file with one text a line' })).toString('utf8');
  return text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
}
