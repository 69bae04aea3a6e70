import { type Command, Option } from 'commander';
import type { EngineChoice } from '../sandbox/discover.js';
import { jsonText } from './output/json.js';

interface DoctorOptions {
  engine: EngineChoice;
  quiet?: boolean;
  json?: boolean;
}

/** `cleanslate doctor`: what this machine can do, and which engine `run` would take and why. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('says what this machine can do, and which engine would be used and why')
    .addOption(new Option('--engine <engine>', 'as for `run`').choices(['auto', 'docker', 'local']).default('auto'))
    .option('--quiet', 'print nothing; only the exit code tells whether that engine is there')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate doctor\n')
    .action(async ({ engine, quiet, json }: DoctorOptions) => {
      const { examine } = await import('../campaign/doctor.js');
      const report = await examine(engine);
      process.exitCode = report.ok ? 0 : 3;
      if (quiet) return;
      if (json) return void process.stdout.write(jsonText(report));
      for (const { ok, absent, line } of report.lines) process.stdout.write(`${absent ? '-   ' : ok ? 'ok  ' : 'FAIL'} ${line}\n`);
    });
}
