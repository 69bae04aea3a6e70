import { InvalidArgumentError, type Command } from 'commander';
import { positiveInteger } from './numbers.js';
import { jsonText } from './output/json.js';

interface AttachOptions {
  session: number;
  response: string;
  evidence: string[];
  by: string;
  reset: string[];
  at?: string;
  latency?: number;
  correct?: string;
  json?: boolean;
}

/** `cleanslate attach`: what came back in one session of a trial that a person carries out. */
export function registerAttach(program: Command): void {
  program
    .command('attach')
    .description('attaches what came back in one session of a trial that a person carries out; with the last session the trial is scored')
    .argument('<dir>', 'the campaign directory')
    .argument('<trial>', 'a trial of a configuration with `agent: manual`')
    .requiredOption('--session <n>', 'which session, from 1', positiveInteger)
    .requiredOption('--response <file>', 'the last response of the session, as it came; - for standard input')
    .requiredOption('--by <name>', 'who carried it out, and attests the resets')
    .option('--reset <class=how>', 'how a state class was reset before: account-memory, project-memory, chat-history, files, indexes, instructions = cleared, new, off, absent or, where the manifest declares it, kept; a note may follow after a colon. Needed for every class', collect, [])
    .option('--evidence <file>', 'a screenshot, an export of the chat; may be given again', collect, [])
    .option('--at <time>', 'when it was carried out, ISO 8601 (default: now)', time)
    .option('--latency <seconds>', 'how long the product took to answer', seconds)
    .option('--correct <reason>', 'replaces what was attached to this session before, and says why; both stay')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async (dir: string, trial: string, options: AttachOptions) => {
      const { attach } = await import('../campaign/by-hand/attach.js');
      const { systemClock, timestamp } = await import('../common/clock.js');
      const { readResponseBytes } = await import('./read-response.js');
      const { UserError } = await import('../common/errors.js');
      const { session, by, reset: resets, at = timestamp(systemClock), latency: latency_seconds = null, correct } = options;
      for (const [option, value] of Object.entries({ '--by': by, '--correct': correct })) {
        if (value?.trim() === '') throw new UserError('CLEANSLATE_OPTIONS', `${option} is empty`, { hint: 'say who, or why' });
      }
      const response = await readResponseBytes(options.response);
      if (response.length === 0) throw new UserError('CLEANSLATE_RESPONSE_UNREADABLE', 'is empty', { where: options.response, hint: 'give what the product answered, whatever it is' });
      const evidence = [];
      for (const path of options.evidence) evidence.push({ path, bytes: await readEvidence(path) });
      const done = await attach(dir, { trial, session, response, evidence, resets, by, at, latency_seconds, correct }, systemClock);
      process.stdout.write(options.json ? jsonText(done) : `${done.trial}: session ${String(done.session)} of ${String(done.sessions)} attached${done.attempt === null ? '' : `; scored as attempt ${String(done.attempt)}, see \`cleanslate show ${dir} ${done.trial}\``}\n`);
    });
}

const EXAMPLE = `
Example:
  cleanslate attach campaigns/web chatgpt.short.handoff.run-1 --session 1 --response answer.json --evidence chat.png --by 'A. Tester' \\
    --reset account-memory=off --reset project-memory=absent --reset chat-history=cleared --reset files=absent --reset indexes=absent \\
    --reset instructions=cleared:'Settings, Personalization'
`;

async function readEvidence(path: string): Promise<Buffer> {
  const { readFile } = await import('node:fs/promises');
  const { messageOf, UserError } = await import('../common/errors.js');
  return readFile(path).catch((cause: unknown) => {
    const code = (cause as NodeJS.ErrnoException).code;
    const reason = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'is a directory' : messageOf(cause);
    throw new UserError('CLEANSLATE_EVIDENCE_UNREADABLE', reason, { where: path, hint: 'give --evidence the path of a file', cause });
  });
}

const collect = (text: string, before: string[]): string[] => [...before, text];

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new InvalidArgumentError('must be a number of seconds, 0 or more.');
  return value;
}

function time(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) throw new InvalidArgumentError('must be a time in ISO 8601, such as 2026-11-28T14:05:00Z.');
  return new Date(at).toISOString();
}
