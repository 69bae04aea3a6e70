import { type Command, InvalidArgumentError } from 'commander';

/** `cleanslate view`: the report, served to this machine while the campaign runs. */
export function registerView(program: Command): void {
  program
    .command('view')
    .description('serves the report on this machine, and keeps open pages up to date while the campaign runs')
    .argument('<dir>', 'the campaign directory')
    .option('--port <n>', 'listen there (default: any that is free)', port, 0)
    .addHelpText('after', '\nServes until it is stopped, with Ctrl-C.\n\nExample:\n  cleanslate view campaigns/demo\n')
    .action(async (dir: string, options: { port: number }) => {
      const { serveReport } = await import('../report/serve/serve.js');
      const { calledAs } = await import('./called-as.js');
      const served = await serveReport(dir, options.port, calledAs());
      process.stdout.write(`${served.url}\n`);
      await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
      await served.close();
    });
}

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(value <= 65_535)) throw new InvalidArgumentError('must be a port, 0 to 65535.');
  return value;
}
