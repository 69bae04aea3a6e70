import { HarnessError } from '../../common/errors.js';
import { sessionDir } from '../../evidence/layout.js';
import { WORKSPACE } from '../../sandbox/layout.js';
import type { Seeded } from '../states.js';
import { keep } from './turn.js';
import type { Surroundings } from './surroundings.js';

/**
 * Runs a session's warm-up commands, one after the other, as the agent's user in its workspace. What they printed is kept in
 * `session-<k>/warmup-<n>.stdout` and `.stderr`, and the trace has them as acts of the harness.
 * @param deadline_ms for each of them
 * @throws HarnessError CLEANSLATE_WARMUP for one that fails: the session was then not prepared as declared
 */
export async function warmUp({ sandbox, plan, session }: Seeded, { store, recorder, scrubber }: Surroundings, deadline_ms: number): Promise<void> {
  for (const [index, script] of plan.warmup.entries()) {
    const name = `warmup-${String(index + 1)}`;
    recorder.record({ session, source: 'harness', type: 'message', id: name, name: 'warmup', arguments: { command: script } });
    const running = await sandbox.exec(['/bin/sh', '-c', script], { cwd: WORKSPACE, deadline_ms });
    const [exit] = await Promise.all([
      running.exit,
      keep(running.stdout, scrubber, await store.stream(`${sessionDir(session)}/${name}.stdout`)),
      keep(running.stderr, scrubber, await store.stream(`${sessionDir(session)}/${name}.stderr`)),
    ]);
    recorder.record({ session, source: 'harness', type: 'message', id: name, name: 'warmup', result: exit.reason, exit_code: exit.code, duration_ms: exit.duration_ms });
    if (exit.reason === 'exit' && exit.code === 0) continue;
    throw new HarnessError('CLEANSLATE_WARMUP', `${name} of session ${String(session)} ended with ${exit.reason === 'exit' ? `exit code ${String(exit.code)}` : exit.reason}: ${script}`, {
      hint: `what it printed is in ${sessionDir(session)}/${name}.stderr`,
    });
  }
}
