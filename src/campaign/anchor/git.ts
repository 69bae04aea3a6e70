import { execa } from 'execa';
import { UserError } from '../../common/errors.js';
import { readTag, type TagObject } from '../../evidence/anchor/tag.js';

const git = (repository: string, ...args: string[]) => execa('git', ['-C', repository, ...args], { reject: false, stdin: 'ignore', encoding: 'buffer', stripFinalNewline: false, env: { LC_ALL: 'C' } });
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8').trim();

/** The annotated tag of that name and its bytes; undefined where the repository has none. @throws UserError where there is no repository, or the tag has no message */
export async function findTag(repository: string, tag: string): Promise<(TagObject & { bytes: Buffer }) | undefined> {
  const inside = await git(repository, 'rev-parse', '--git-dir');
  if (inside.exitCode !== 0) throw new UserError('CLEANSLATE_REPOSITORY', 'is no git repository', { where: repository, hint: 'give the path of one with --repo' });
  const found = await git(repository, 'rev-parse', '--verify', '--quiet', `refs/tags/${tag}`);
  if (found.exitCode !== 0) return undefined;
  const id = textOf(found.stdout);
  const content = await git(repository, 'cat-file', 'tag', id);
  if (content.exitCode !== 0) throw new UserError('CLEANSLATE_TAG', `tag ${tag} is not annotated: it has no message that could name a digest`, { where: repository, hint: 'give another --tag' });
  const bytes = Buffer.from(content.stdout);
  return { ...readTag(bytes, id.length), bytes };
}

/** Makes an annotated tag at the repository's current commit. @throws UserError with what git says */
export async function makeTag(repository: string, tag: string, message: string): Promise<void> {
  const { exitCode, stderr } = await git(repository, 'tag', '--annotate', '--cleanup=verbatim', '--message', message, '--', tag);
  if (exitCode !== 0) throw new UserError('CLEANSLATE_TAG', `git cannot make the tag: ${textOf(stderr).split('\n').filter((line) => line !== '').slice(-1).join('')}`, { where: repository, hint: 'a tag needs a commit, a name that is free, and `user.name` and `user.email` in the configuration of git' });
}
