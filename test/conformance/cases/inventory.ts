import { expect, test } from 'vitest';
import { digestEntries, type Entry } from '../../../src/common/inventory.js';
import { HOME, WORKSPACE } from '../../../src/sandbox/layout.js';
import type { Subject } from '../subject.js';
import { inSandbox, run, shell } from '../tools.js';
import { ODD_SEED } from './seed.js';

const owner = { uid: 1000, gid: 1000 };
const HELLO = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03';

export function inventoryCases(subject: () => Subject): void {
  test('shows every entry as seen inside, with names byte for byte, and no sockets', async () => {
    await inSandbox(subject(), async (sandbox) => {
      const script = [
        'umask 022; mkdir -m 0750 d; echo hello > d/f; chmod 4711 d/f; ln -s "$1" d/to; mkfifo -m 600 p',
        'printf x > "$(printf "bad\\377name")"; printf y > "back\\\\slash"; mkdir -m 0 shut; echo hello > .hidden; chmod 0 .hidden',
        'node -e "require(\'net\').createServer().listen(\'s\', () => process.kill(process.pid, 9))" 2>/dev/null; chmod 755 s; exit 0',
      ].join('\n');
      expect(await run(sandbox, shell(script, '/etc/passwd'))).toMatchObject({ stderr: expect.not.stringMatching(/rror/) as unknown, exit: { code: 0 } });
      const { entries } = await sandbox.inventory([WORKSPACE]);
      const at = (name: string, rest: Partial<Entry>): Entry => ({ path: `${WORKSPACE}/${name}`, type: 'file', mode: '0644', ...owner, size: 0, ...rest });
      expect(entries).toEqual([
        at('.hidden', { mode: '0000', size: 6, sha256: HELLO }),
        at('back\\\\slash', { size: 1, sha256: 'a1fce4363854ff888cff4b8e7875d600c2682390412a8cf79b37d0b11148b0fa' }),
        at('bad\\xffname', { size: 1, sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881' }),
        at('d', { type: 'directory', mode: '0750' }),
        at('d/f', { mode: '4711', size: 6, sha256: HELLO }),
        at('d/to', { type: 'symlink', mode: '0777', link: '/etc/passwd' }),
        at('p', { type: 'fifo', mode: '0600' }),
        at('shut', { type: 'directory', mode: '0000' }),
      ]);
    });
  });

  test('the same seed gives the same state twice, and a later one shows just what changed', async () => {
    const states: string[] = [];
    for (let time = 0; time < 2; time += 1)
      await inSandbox(
        subject(),
        async (sandbox) => {
          const before = await sandbox.inventory([HOME, WORKSPACE]);
          states.push(digestEntries(before.entries));
          await run(sandbox, shell('printf "PLAIN\\n" > plain; touch -d @1577934245 plain; rm old; echo new > ~/new'));
          const after = await sandbox.inventory([HOME, WORKSPACE], before);
          const was = new Map(before.entries.map((entry) => [entry.path, JSON.stringify(entry)]));
          const changed = after.entries.filter((entry) => was.get(entry.path) !== JSON.stringify(entry)).map((entry) => entry.path);
          const gone = [...was.keys()].filter((path) => !after.entries.some((entry) => entry.path === path));
          expect({ changed, gone }).toEqual({ changed: [`${HOME}/new`, `${WORKSPACE}/plain`], gone: [`${WORKSPACE}/old`] });
        },
        ODD_SEED,
      );
    expect(states[0]).toBe(states[1]);
  });

  test('a root that the agent removed or replaced has nothing below it', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await run(sandbox, shell('cd /; rm -rf "$1"; ln -s /etc "$1"', sandbox.inside(WORKSPACE)));
      expect((await sandbox.inventory([WORKSPACE])).entries).toEqual([]);
    });
  });
}
