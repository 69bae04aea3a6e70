import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import tarFs from 'tar-fs';
import tarStream from 'tar-stream';
import type { AgentFile } from '../../agents/adapter.js';
import { HOME, STATE_ROOT, USER, WORKSPACE } from '../../sandbox/layout.js';

/** Seeded files carry one constant time, so that the same state is the same bytes. */
const SEEDED_AT = new Date('2026-06-01T09:00:00Z');
/** The two empty blocks that end every tar. */
const END_OF_ARCHIVE_BYTES = 1024;

const OWNERS = { root: { uid: 0, gid: 0, uname: '', gname: '' }, agent: { uid: USER.uid, gid: USER.gid, uname: '', gname: '' } };

/** A tar of a folder laid out like the sandbox: only permissions that git would keep, one owner, one time, sorted. */
export function packTree(folder: string): Readable {
  return tarFs.pack(folder, {
    sort: true,
    map: (header) => ({ ...header, ...ownerOf(header), ...(header.type === 'symlink' ? {} : { mode: modeOf(header) }), mtime: SEEDED_AT }),
    entries: [STATE_ROOT.slice(1)],
  } as tarFs.PackOptions) as unknown as Readable;
}

/** A tar of the files that an agent needs in place. */
export async function packFiles(files: readonly AgentFile[]): Promise<Buffer> {
  const pack = tarStream.pack();
  for (const folder of parents(files)) {
    pack.entry({ name: `${folder.path}/`, type: 'directory', mode: 0o755, mtime: SEEDED_AT, ...OWNERS[folder.owner] });
  }
  for (const { path, content, mode, owner } of files) {
    pack.entry({ name: path.slice(1), mode, mtime: SEEDED_AT, ...OWNERS[owner] }, Buffer.from(content));
  }
  pack.finalize();
  return buffer(pack as unknown as Readable);
}

/** One tar of two: the first without its end, then the second. */
export async function* joinTars(first: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, second: Uint8Array): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0);
  for await (const chunk of first) {
    const bytes = Buffer.concat([held, chunk]);
    const keep = Math.max(0, bytes.length - END_OF_ARCHIVE_BYTES);
    held = bytes.subarray(keep);
    if (keep > 0) yield bytes.subarray(0, keep);
  }
  yield second;
}

function ownerOf(header: tarFs.Headers): typeof OWNERS.root {
  const state = header.name === STATE_ROOT.slice(1) || `/${header.name}` === STATE_ROOT;
  return state ? OWNERS.root : OWNERS.agent;
}

const modeOf = (header: tarFs.Headers): number => (header.type === 'directory' || ((header.mode ?? 0) & 0o100) !== 0 ? 0o755 : 0o644);

/** Folders below home and workspace that must be made first, outermost first. */
function parents(files: readonly AgentFile[]): { path: string; owner: 'root' | 'agent' }[] {
  const folders = new Map<string, 'root' | 'agent'>();
  for (const { path, owner } of files) {
    const parts = path.slice(1).split('/').slice(0, -1);
    parts.forEach((_, index) => {
      const folder = parts.slice(0, index + 1).join('/');
      if (!isFixed(`/${folder}`) && !folders.has(folder)) folders.set(folder, owner);
    });
  }
  return [...folders].map(([path, owner]) => ({ path, owner })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Folders that every sandbox has: a tar entry would change their mode and owner. */
const isFixed = (path: string): boolean => [HOME, WORKSPACE, '/opt', '/etc', '/usr', '/usr/local'].some((fixed) => fixed === path || fixed.startsWith(`${path}/`));
