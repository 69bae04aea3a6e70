import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import picomatch from 'picomatch';
import { absolutePattern } from '../../agents/state-table.js';
import { HarnessError } from '../../common/errors.js';
import { pretty } from '../../common/json.js';
import { sessionDir } from '../../evidence/layout.js';
import type { Settle } from '../../protocol/settle.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { Surroundings } from './surroundings.js';

const MS = 1000;
/** Between two looks; each is a process in the sandbox. */
const LOOK_MS = 300;

/** settle.json: whether a session's memory was written before the session ended. */
export interface Settled extends Settle {
  /** Files that the pattern fits and that were new or changed in the end, sorted. */
  written: string[];
  /** There were some, and they stayed as they were for `stable_seconds`. */
  met: boolean;
  waited_ms: number;
}

/** Path → size and time of change, as one text. */
type Look = ReadonlyMap<string, string>;

/** Waits for an agent that writes its memory after it has answered, in a sandbox that still runs. */
export class Settling {
  private constructor(
    private readonly sandbox: Sandbox,
    private readonly condition: Settle,
    private readonly before: Look,
  ) {}

  /** To be called before the first prompt, with the sandbox running: what is there then was not written. */
  static async begin(sandbox: Sandbox, condition: Settle): Promise<Settling> {
    return new Settling(sandbox, condition, await look(sandbox));
  }

  /** Returns when files that the pattern fits are new or changed and stay as they are, or when the time is up. `session-<k>/settle.json` says which. */
  async wait(session: number, { store, recorder, signal }: Surroundings): Promise<Settled> {
    const { condition } = this;
    const began = performance.now();
    const waited = (): number => performance.now() - began;
    let last = '';
    let since = 0;
    for (;;) {
      const written = await this.#written();
      const now = JSON.stringify([...written]);
      if (now !== last) since = waited();
      last = now;
      const met = written.size > 0 && waited() - since >= condition.stable_seconds * MS;
      if (met || signal.aborted || waited() >= condition.seconds * MS) {
        const settled: Settled = { ...condition, written: [...written.keys()], met, waited_ms: Math.round(waited()) };
        await store.write(`${sessionDir(session)}/settle.json`, pretty(settled));
        recorder.record({ session, source: 'harness', type: 'message', name: 'settle', arguments: condition, result: met ? settled.written : 'not written', duration_ms: settled.waited_ms });
        return settled;
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #written(): Promise<Map<string, string>> {
    const fits = picomatch(absolutePattern(this.condition.path, { home: HOME, workspace: WORKSPACE }), { dot: true });
    const now = await look(this.sandbox);
    return new Map([...now].filter(([path, state]) => fits(path) && this.before.get(path) !== state).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Every file of home and workspace, as a process inside sees them. */
async function look(sandbox: Sandbox): Promise<Look> {
  const roots = [HOME, WORKSPACE].map((path) => ({ path, inside: sandbox.inside(path) }));
  const running = await sandbox.exec(['find', ...roots.map(({ inside }) => inside), '-type', 'f', '-printf', '%s %C@ %p\\0'], { cwd: WORKSPACE });
  running.stderr.resume();
  const [listed, exit] = await Promise.all([buffer(running.stdout), running.exit]);
  if (exit.code === 127) throw new HarnessError('CLEANSLATE_SETTLE', 'the image has no `find`, which waiting for memory needs', { hint: 'add findutils to the image' });
  return new Map(
    listed.toString('utf8').split('\0').slice(0, -1).map((line): [string, string] => {
      const [size = '', changed = '', ...rest] = line.split(' ');
      const path = rest.join(' ');
      const root = roots.find(({ inside }) => path.startsWith(`${inside}/`));
      return [root ? `${root.path}${path.slice(root.inside.length)}` : path, `${size} ${changed}`];
    }),
  );
}
