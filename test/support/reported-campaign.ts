import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanslate, LIMITS, manifestFile } from './cleanslate.js';

/** Longest line that one of its agents prints, bytes. */
export const LONG_LINE = 10 * 1024 * 1024;

/**
 * Runs a campaign that has everything a report shows: trials that passed and failed, agents that read what is hostile and one that writes
 * it, an agent that is not there, and a task of a battery. Its report is written with it. Returns what was said meanwhile.
 */
export async function runReportedCampaign(folder: string, dir: string): Promise<string> {
  const workspace = join(folder, 'project');
  mkdirSync(workspace);
  const program = 'writes-markup.mjs';
  copyFileSync(join(import.meta.dirname, '../agents', program), join(workspace, program));
  writeFileSync(join(workspace, '<img src=x onerror=alert(1)>.md'), `<script>document.title = 'owned'</script>\u001b[2J\u202eturned\n`);
  const command = { argv: ['node', program], prompt: 'stdin', answer: 'json', state: [{ pattern: '~/.notes/**', class: 'memory' }] };
  const { exitCode, stderr } = await cleanslate(['run', manifestFile({
    campaign: 'reported',
    runs: 2,
    attempts: 2,
    limits: LIMITS,
    tasks: [{ scenario: 'short', profiles: ['handoff', 'contextos'], workspace: { directory: workspace } }],
    battery: { use: 'core-v1', tasks: ['owner-moved-midway'] },
    configurations: [
      { id: 'oracle', agent: 'control/oracle-reader' },
      { id: 'stale', agent: 'control/stale-reader' },
      { id: 'markup', agent: 'command', command, product: 'Notes by hand', access: 'local', system_instructions: 'told by its own file', tools: 'a shell' },
      { id: 'missing', agent: 'command', command: { argv: ['no-such-program'] } },
    ],
  }, folder), '--engine', 'local', '--out', dir, '--no-preflight', '--report', '--only', '{{oracle,stale}.short.*.run-1,markup.short.handoff.run-1,missing.short.handoff.run-1,oracle.owner*.run-1}']);
  if (exitCode !== 3) throw new Error(`the campaign ended with ${String(exitCode)}: ${stderr}`);
  return stderr;
}
