import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../src/common/digest.js';
import type { Inventory } from '../src/common/inventory.js';
import { decodePath } from '../src/common/paths.js';
import { HOME, WORKSPACE } from '../src/sandbox/layout.js';
import { readTar } from '../src/sandbox/tar-read.js';
import { walk } from '../src/sandbox/walk.js';
import { captureChanges, type Captured, type CaptureOptions } from '../src/trace/capture.js';
import { temporaryDirectory } from './support/temporary.js';

/** A real directory that stands for `/home` inside a sandbox. */
class State {
  readonly dir = temporaryDirectory();
  readonly written = new Map<string, Buffer>();
  private seeds = new Map<string, Buffer>();
  private before: Inventory = { strategy: 'walk', entries: [] };
  private readonly roots = [{ path: '/home', dir: this.dir }];

  at(path: string | Buffer): Buffer {
    return Buffer.concat([Buffer.from(this.dir), Buffer.from(path).subarray('/home'.length)]);
  }

  async put(path: string | Buffer, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(this.at(path).toString('latin1')), { recursive: true });
    await writeFile(this.at(path), content);
  }

  /** From here on everything is a change; what is there now was seeded by us. */
  async seeded(): Promise<void> {
    this.before = await this.inventory();
    for (const entry of this.before.entries) {
      if (entry.sha256 !== undefined) this.seeds.set(entry.sha256, await readFile(this.at(decodePath(entry.path))));
    }
  }

  async inventory(): Promise<Inventory> {
    return { strategy: 'walk', entries: (await walk(this.roots)).entries };
  }

  async capture(options: Partial<CaptureOptions> = {}): Promise<Captured> {
    return captureChanges({
      roots: { workspace: WORKSPACE, home: HOME },
      before: this.before,
      after: await this.inventory(),
      read: (paths) => Promise.resolve(readTar(this.roots, paths)),
      seeded: (digest) => Promise.resolve(this.seeds.get(digest)),
      write: async (name, data) => void this.written.set(name, data instanceof Readable ? await collect(data) : Buffer.from(data)),
      ...options,
    });
  }

  json(name: string): unknown {
    return JSON.parse(this.written.get(name)?.toString() ?? 'null');
  }
}

async function collect(data: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of data) chunks.push(Buffer.from(chunk as string | Uint8Array));
  return Buffer.concat(chunks);
}

const short = ({ changes }: Captured): unknown => Object.fromEntries(
  Object.entries(changes).map(([name, list]) => [name, list.map(({ path, kind, from, text, blob, omitted }) => [kind, path, from, text, blob?.slice(0, 6), omitted].filter((one) => one !== undefined).join(' '))]),
);

describe('the changes of an attempt', () => {
  it('have the digests of caches and not their bytes, and cost nothing of the limits', async () => {
    const state = new State();
    await state.seeded();
    await state.put(`${HOME}/.cache/big`, 'x'.repeat(900));
    await state.put(`${HOME}/notes`, 'y'.repeat(900));
    const captured = await state.capture({ isCache: (path) => path.includes('/.cache/'), limits: { text_total_bytes: 1000 } });
    expect(short(captured)).toMatchObject({ home: [expect.anything(), `created ${HOME}/.cache`, `created ${HOME}/.cache/big cache`, `created ${HOME}/notes changes.patch`] });
    expect(state.json('changes/home/changes.json')).toMatchObject({ changes: [{}, {}, { after: { size: 900, sha256: sha256('x'.repeat(900)) } }, {}] });
    expect([...state.written].filter(([, bytes]) => bytes.includes('xxxx'))).toEqual([]);
  });

  it('are kept apart for workspace and home, text as a patch and the rest as bytes', async () => {
    const state = new State();
    await state.put(`${WORKSPACE}/HANDOFF.md`, 'one\r\ntwo\r\n');
    await state.put(`${WORKSPACE}/old.md`, 'gone soon');
    await state.put(`${WORKSPACE}/run.sh`, 'echo');
    await state.put(`${WORKSPACE}/same.md`, 'same');
    await state.put(`${WORKSPACE}/move.md`, 'moves');
    await state.put(`${HOME}/.config`, 'x');
    await state.seeded();
    await state.put(`${WORKSPACE}/HANDOFF.md`, 'one\r\n2\r\nno end');
    await rm(state.at(`${WORKSPACE}/old.md`));
    await chmod(state.at(`${WORKSPACE}/run.sh`), 0o755);
    await rename(state.at(`${WORKSPACE}/move.md`), state.at(`${WORKSPACE}/moved.md`));
    await symlink('HANDOFF.md', state.at(`${WORKSPACE}/link`));
    await state.put(`${WORKSPACE}/state.db`, Buffer.from([0, 1, 2, 255]));
    await state.put(`${HOME}/.memory/MEMORY.md`, 'remember\n');
    await state.put(Buffer.concat([Buffer.from(`${HOME}/bad`), Buffer.of(0xff)]), 'a name that is not text');
    const captured = await state.capture();
    expect(short(captured)).toEqual({
      workspace: [
        'modified /home/projects/app/HANDOFF.md changes.patch', 'created /home/projects/app/link', 'renamed /home/projects/app/moved.md /home/projects/app/move.md changes.patch',
        'deleted /home/projects/app/old.md changes.patch', 'mode-changed /home/projects/app/run.sh changes.patch', `created /home/projects/app/state.db ${sha256(Buffer.from([0, 1, 2, 255])).slice(0, 6)}`,
      ],
      home: ['created /home/dev/.memory', 'created /home/dev/.memory/MEMORY.md changes.patch', `created /home/dev/bad\\xff ${sha256('a name that is not text').slice(0, 6)}`],
    });
    expect(captured.files_changed).toBe(7);
    expect(state.written.get('changes/workspace/changes.patch')?.toString()).toBe(
      'diff --git a/HANDOFF.md b/HANDOFF.md\n--- a/HANDOFF.md\n+++ b/HANDOFF.md\n@@ -1,2 +1,3 @@\n one\r\n-two\r\n+2\r\n+no end\n\\ No newline at end of file\n' +
      'diff --git a/move.md b/moved.md\nrename from move.md\nrename to moved.md\n' +
      'diff --git a/old.md b/old.md\ndeleted file mode 100644\n--- a/old.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-gone soon\n\\ No newline at end of file\n' +
      'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n',
    );
    expect(state.written.get(`changes/workspace/blobs/${sha256(Buffer.from([0, 1, 2, 255]))}`)).toEqual(Buffer.from([0, 1, 2, 255]));
    expect(state.json('changes/home/changes.json')).toMatchObject({ root: HOME, limits: { text_file_bytes: 1048576 }, changes: [{ kind: 'created' }, { after: { size: 9 } }, {}] });
    expect(state.json('changes/home/inventory.json')).toMatchObject({ strategy: 'walk', entries: [{ path: '/home/dev' }, { path: '/home/dev/.config' }, {}, {}, {}] });
    expect([...state.written.keys()].filter((name) => !/^changes\/(workspace|home)\/([a-z.]+|blobs\/[0-9a-f]{64})$/.test(name))).toEqual([]);
  });

  it('can be applied to what was seeded, and give what was there afterwards', async () => {
    const state = new State();
    for (let n = 0; n < 20; n += 1) await state.put(`${WORKSPACE}/d/f${String(n)}`, `file ${String(n)}\n`.repeat(n));
    await state.seeded();
    const replica = temporaryDirectory();
    execFileSync('cp', ['-r', `${state.at(WORKSPACE).toString()}/.`, replica]);
    for (let n = 0; n < 20; n += 3) await state.put(`${WORKSPACE}/d/f${String(n)}`, `other ${String(n)}\nfile ${String(n)}\n`);
    for (let n = 1; n < 20; n += 3) await rm(state.at(`${WORKSPACE}/d/f${String(n)}`));
    await state.put(`${WORKSPACE}/d/new file`, 'näw');
    await state.capture();
    execFileSync('git', ['apply', '-'], { cwd: replica, input: state.written.get('changes/workspace/changes.patch'), env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(replica) } });
    execFileSync('diff', ['-r', replica, state.at(WORKSPACE).toString()]);
  });

  it('that are none leave the inventory and an empty list', async () => {
    const state = new State();
    await state.put(`${HOME}/x`, 'x');
    await state.seeded();
    const read = (): Promise<Readable> => Promise.reject(new Error('nothing to read'));
    expect(await state.capture({ read })).toEqual({ changes: { workspace: [], home: [] }, files_changed: 0 });
    expect([...state.written.keys()].sort()).toEqual(['home', 'workspace'].flatMap((name) => [`changes/${name}/changes.json`, `changes/${name}/inventory.json`]));
  });

  it('outside workspace and home are not lost', async () => {
    const state = new State();
    await state.seeded();
    await state.put('/home/projects/notes.md', 'beside');
    expect(short(await state.capture())).toEqual({ workspace: [], home: [], elsewhere: ['created /home/projects', 'created /home/projects/notes.md changes.patch'] });
    expect(state.written.get('changes/elsewhere/changes.patch')?.toString()).toContain('+++ b/home/projects/notes.md');
  });

  it('of a file whose bytes before are not known are kept as bytes', async () => {
    const state = new State();
    await state.put(`${HOME}/.profile`, 'of the image');
    await state.seeded();
    await state.put(`${HOME}/.profile`, 'changed');
    expect(short(await state.capture({ seeded: () => Promise.resolve(undefined) }))).toMatchObject({ home: [`modified /home/dev/.profile ${sha256('changed').slice(0, 6)}`] });
  });
});

describe('limits', () => {
  it('are told in the record: which file, and which limit', async () => {
    const state = new State();
    await state.seeded();
    await state.put(`${HOME}/a.txt`, 'x'.repeat(60));
    await state.put(`${HOME}/b.txt`, 'y'.repeat(101));
    await state.put(`${HOME}/c.txt`, 'z'.repeat(60));
    await state.put(`${HOME}/d.txt`, 'w'.repeat(1001));
    await state.put(`${HOME}/e.txt`, 'v'.repeat(900));
    const limits = { text_file_bytes: 100, text_total_bytes: 100, blob_file_bytes: 1000, blob_total_bytes: 1000 };
    expect(short(await state.capture({ limits }))).toMatchObject({
      home: [
        'created /home/dev', 'created /home/dev/a.txt changes.patch', `created /home/dev/b.txt ${sha256('y'.repeat(101)).slice(0, 6)}`, `created /home/dev/c.txt ${sha256('z'.repeat(60)).slice(0, 6)}`,
        'created /home/dev/d.txt blob_file_bytes', 'created /home/dev/e.txt blob_total_bytes',
      ],
    });
    expect(state.json('changes/home/changes.json')).toMatchObject({ limits, changes: [{}, {}, {}, {}, { omitted: 'blob_file_bytes', after: { size: 1001 } }, { omitted: 'blob_total_bytes' }] });
  });
});

describe('what comes back', () => {
  it('may be a link to another name, as tar writes the second name of a file', async () => {
    const state = new State();
    await state.seeded();
    await state.put(`${HOME}/one.bin`, Buffer.from([0, 7]));
    await link(state.at(`${HOME}/one.bin`), state.at(`${HOME}/two.bin`));
    await mkdir(state.at(WORKSPACE), { recursive: true });
    await link(state.at(`${HOME}/one.bin`), state.at(`${WORKSPACE}/three.bin`));
    const digest = sha256(Buffer.from([0, 7]));
    const read = (paths: readonly string[]): Promise<Readable> => Promise.resolve(gnuTar(state, paths));
    expect(short(await state.capture({ read }))).toEqual({
      workspace: [`created ${WORKSPACE} `.trim(), `created ${WORKSPACE}/three.bin ${digest.slice(0, 6)}`],
      home: [`created ${HOME}`, `created ${HOME}/one.bin ${digest.slice(0, 6)}`, `created ${HOME}/two.bin ${digest.slice(0, 6)}`],
      elsewhere: ['created /home/projects'],
    });
  });

  it('and is not what the inventory says, is an error and no evidence', async () => {
    const state = new State();
    await state.seeded();
    for (const content of ['text', Buffer.from([0, 1])]) {
      const read = async (paths: readonly string[]): Promise<Readable> => {
        await state.put(`${HOME}/moving`, content.length === 2 ? Buffer.from([0, 2]) : 'TEXT');
        return readTar([{ path: '/home', dir: state.dir }], paths);
      };
      for (const limits of [{}, { text_file_bytes: 0 }]) {
        await state.put(`${HOME}/moving`, content);
        await expect(state.capture({ read, limits })).rejects.toMatchObject({ exitCode: 3, line: '/home/dev/moving: changed between its inventory and its reading' });
      }
    }
  });

  it('and does not come back is said to be unreadable', async () => {
    const state = new State();
    await state.seeded();
    await state.put(`${HOME}/a`, 'x');
    const read = (): Promise<Readable> => Promise.resolve(Readable.from([Buffer.alloc(1024)]));
    expect(short(await state.capture({ read }))).toMatchObject({ home: ['created /home/dev', 'created /home/dev/a unreadable'] });
  });

  it('breaks where the engine breaks', async () => {
    const state = new State();
    await state.seeded();
    await state.put(`${HOME}/a`, 'x');
    const read = (): Promise<Readable> => Promise.resolve(Readable.from((function* () { yield Buffer.alloc(100); throw new Error('socket hang up'); })()));
    await expect(state.capture({ read })).rejects.toThrow('socket hang up');
  });

  it('streams through if it is big', async () => {
    const state = new State();
    await state.seeded();
    const block = Buffer.alloc(1 << 20, 0);
    await state.put(`${HOME}/big`, Buffer.concat(Array.from({ length: 64 }, () => block)));
    let largest = 0;
    let digest = '';
    const write = async (name: string, data: string | Uint8Array | Readable): Promise<void> => {
      if (!(data instanceof Readable)) throw new Error(`${name} came as one piece`);
      const hash = createHash('sha256');
      for await (const chunk of data) {
        largest = Math.max(largest, (chunk as Buffer).length);
        hash.update(chunk as Buffer);
      }
      if (name.includes('/blobs/')) digest = hash.digest('hex');
    };
    const captured = await state.capture({ write });
    expect(captured.changes['home']?.at(-1)?.blob).toBe(digest);
    expect(largest).toBeLessThanOrEqual(1 << 20);
  });
});

/** A tar of these paths by the system's tar, with names relative to `/`. */
function gnuTar(state: State, paths: readonly string[]): Readable {
  const names = paths.map((path) => path.slice('/home/'.length));
  const child = spawn('tar', ['--create', '--transform=flags=r;s,^,home/,', ...names], { cwd: state.dir, stdio: ['ignore', 'pipe', 'inherit'] });
  return child.stdout;
}
