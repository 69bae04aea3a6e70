import type { Command } from 'commander';

/** `cleanslate report`: a campaign as pages that open from disk. */
export function registerReport(program: Command): void {
  program
    .command('report')
    .description('writes DIR/report/index.html and one page per trial, which need no network and no server')
    .argument('<dir>', 'the campaign directory')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate report campaigns/demo\n')
    .action(async (dir: string, { json }: { json?: boolean }) => {
      const { writeReport } = await import('../report/write-report.js');
      const { calledAs } = await import('./called-as.js');
      const { jsonText } = await import('./output/json.js');
      const written = await writeReport(dir, calledAs());
      process.stdout.write(json ? jsonText(written) : `${written.index}\n`);
      process.stderr.write(`${String(written.pages)} pages\n`);
    });
}
