import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Header, pack, type Pack } from 'tar-stream';
import { HarnessError } from '../../common/errors.js';
import { encodePath } from '../../common/paths.js';
import { isFile, linkedPath, type OpenArchive, pathOf, typeOf } from './archive.js';
import { archiveBases } from './scope.js';
import { type Member, readArchive } from './tar-reader.js';

/**
 * A tar of these entries (not directories) through the engine's archives, as tar-read.ts makes it of real files: same names, owners
 * and errors. It is in the archive's order. No link is followed: the archive is that of their common parent, and they are picked from it.
 */
export function readArchived(open: OpenArchive, paths: readonly string[]): Readable {
  const tar = pack();
  void packWanted(tar, open, paths).then(
    () => {
      tar.finalize();
    },
    (error: unknown) => tar.destroy(error as Error),
  );
  return Readable.from(tar, { objectMode: false });
}

/** For each path in the engine's archive, the name that its content shall have in ours. */
type Wanted = Map<string, string>;

/** A wanted name of a file that the archive holds in full under another. */
type Link = [target: string, name: string];

async function packWanted(tar: Pack, open: OpenArchive, paths: readonly string[]): Promise<void> {
  let links = await packRound(tar, open, new Map(paths.map((path) => [path, path])));
  // Further names are packed in further rounds, each file once in a round: as many as a file has wanted names at most.
  while (links.length > 0 && !tar.destroyed) {
    const round: Wanted = new Map();
    const later = links.filter(([target, name]) => round.has(target) || !round.set(target, name));
    links = [...(await packRound(tar, open, round)), ...later];
  }
}

async function packRound(tar: Pack, open: OpenArchive, wanted: Wanted): Promise<Link[]> {
  const missing = new Map(wanted);
  const links: Link[] = [];
  for (const base of archiveBases([...wanted.keys()])) {
    const source = await open(base);
    if (source === undefined) continue;
    await readArchive(source, async (member, content) => {
      const path = pathOf(base, member.name);
      const name = missing.get(path);
      if (name === undefined || tar.destroyed) return;
      missing.delete(path);
      const target = linkedPath(base, member);
      if (target === undefined) await packMember(tar, name, member, content);
      else links.push([target, name]);
    });
  }
  const [absent] = missing.values();
  if (absent !== undefined) throw new HarnessError('CLEANSLATE_NO_SUCH_FILE', `there is no ${absent} in the sandbox`);
  return links;
}

async function packMember(tar: Pack, path: string, member: Member, content: AsyncIterable<Buffer>): Promise<void> {
  const type = typeOf(member);
  if (type === 'directory' || type === 'socket') {
    throw new HarnessError('CLEANSLATE_NOT_A_FILE', `${path} is a ${type}: only files, links and FIFOs can be read`);
  }
  const header: Partial<Header> & Pick<Header, 'name'> = {
    name: path.slice(1),
    type,
    mode: member.mode & 0o7777,
    mtime: new Date(member.mtime * 1000),
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    size: member.size,
    ...(type === 'symlink' && { linkname: encodePath(member.link) }),
  };
  if (!isFile(member)) {
    await new Promise<void>((resolve, reject) => {
      tar.entry({ ...header, size: 0 }, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  } else {
    await pipeline(content, tar.entry(header) as unknown as NodeJS.WritableStream);
  }
}
