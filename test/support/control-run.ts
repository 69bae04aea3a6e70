import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dirSync, setGracefulCleanup } from 'tmp';
import { findAdapter } from '../../src/agents/registry.js';
import type { Places } from '../../src/agents/adapter.js';
import { controlExpectation, type ControlScore, type Verdict } from '../../src/agents/control/expectation.js';
import { notesFound } from '../../src/agents/control/parse.js';
import { selectCase, type SelectedCase } from '../../src/scenario/profiles.js';
import type { Scenario } from '../../src/scenario/schema.js';
import { workspaceFiles, workspacePrompt } from '../../src/scenario/workspace-prompt.js';
import type { Score } from '../../src/scoring/schemas.js';
import { scoreCase } from '../../src/scoring/score.js';
import type { TraceEvent } from '../../src/trace/events.js';

setGracefulCleanup();

/** A machine of its own for one control agent: a directory with home, workspace, programs and temporary directories in it. */
export class Machine {
  private readonly root = dirSync({ prefix: 'machine-', unsafeCleanup: true });
  readonly places: Places = {
    home: this.inside('/home/dev'),
    workspace: this.inside('/home/projects/app'),
    programs: this.inside('/opt/agent'),
    inside: (path) => this.inside(path),
  };

  constructor() {
    for (const folder of [this.places.home, this.places.workspace, ...['/tmp', '/var/tmp', '/dev/shm'].map((path) => this.inside(path))]) mkdirSync(folder, { recursive: true });
  }

  inside(path: string): string {
    return join(this.root.name, path);
  }

  write(path: string, content: string | Uint8Array): void {
    const file = this.inside(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  [Symbol.dispose](): void {
    this.root.removeCallback();
  }
}

export interface ControlRun {
  exit_code: number | null;
  stdout: Buffer;
  stderr: string;
  answer: string | null;
  events: TraceEvent[];
}

/** Runs a control agent as a real process, as a sandbox would: its files seeded, nothing inherited, the request on standard input. */
export async function runControl(id: string, prompt: string, machine: Machine): Promise<ControlRun> {
  const adapter = findAdapter({ agent: id });
  for (const { path, content } of adapter.files({ home: '/home/dev', workspace: '/home/projects/app', programs: '/opt/agent' })) machine.write(path, content);
  const { argv, env, stdin } = adapter.command({ prompt, number: 1, model: null }, machine.places);
  const [program = '', ...parameters] = argv;
  const child = spawnSync(program === 'node' ? process.execPath : program, parameters, {
    cwd: machine.places.workspace,
    env: { ...env, HOME: machine.places.home, PATH: '/usr/bin:/bin', TMPDIR: machine.inside('/tmp') },
    input: stdin ?? '',
    maxBuffer: 64 * 1024 * 1024,
  });
  const events = child.stdout.toString().split('\n').filter((line) => line !== '').flatMap((line) => adapter.parse(line))
    .map((event, index): TraceEvent => ({ seq: index + 1, time: '2026-05-06T10:00:00.000Z', session: 1, source: 'agent', ...event }));
  const answer = await adapter.answer({ exit_code: child.status, stdout: child.stdout, events, file: () => Promise.resolve(undefined) });
  return { exit_code: child.status, stdout: child.stdout, stderr: child.stderr.toString(), answer, events };
}

/** Lays a profile's files over the workspace, as a trial does. */
export function layOut(machine: Machine, selected: SelectedCase): void {
  for (const [path, text] of workspaceFiles(selected)) machine.write(`/home/projects/app/${path}`, text);
}

export interface ScoredRun extends ControlRun {
  score: Score;
  verdict: Verdict | undefined;
}

/** One control agent on one scenario and profile, scored by the real scorer and judged by its own expectation. */
export async function scoreControl(id: string, scenario: Scenario, profile: string, machine?: Machine): Promise<ScoredRun> {
  using own = machine === undefined ? new Machine() : undefined;
  const place = machine ?? own ?? new Machine();
  const selected = selectCase(scenario, profile);
  layOut(place, selected);
  const run = await runControl(id, workspacePrompt(selected), place);
  const score = scoreCase(selected, run.answer ?? '');
  return { ...run, score, verdict: controlExpectation(id)?.(figures(score, selected, run.events)) };
}

function figures(score: Score, selected: SelectedCase, events: readonly TraceEvent[]): ControlScore {
  const { profile, questions } = score;
  const notes = notesFound(events);
  const counts = score.format_failure === null ? score : { grounded_correct: 0, value_correct: 0, citation_rejected: 0 };
  const { grounded_correct, value_correct, citation_rejected } = counts;
  const unanswerable = Object.values(selected.expected).filter(({ source }) => source === null).length;
  return { profile, questions, grounded_correct, value_correct, citation_rejected, unanswerable, format_failure: score.format_failure !== null, ...(notes !== undefined && { notes_found: notes }) };
}
