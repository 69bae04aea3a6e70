import { execaSync } from 'execa';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyTimeStamp } from '../../src/evidence/anchor/time-stamp.js';
import { cleanslate, controls, manifestFile, type Finished } from '../support/cleanslate.js';
import { journalOf } from '../support/journal.js';
import { suiteDirectory } from '../support/temporary.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';

describe('anchors', () => {
  const folder = suiteDirectory();
  let [dir, manifest, repository, query, response]: string[] = [];
  let authority: TimeStampAuthority;
  let root: string;
  const at = (name: string): string => join(folder(), name);
  const git = (...args: string[]): string => execaSync('git', ['-C', repository ?? '', '-c', 'user.name=Mara Lind', '-c', 'user.email=mara@example.com', ...args]).stdout;
  const anchor = (...args: string[]): Promise<Finished> => cleanslate(['anchor', ...args, '--repo', repository ?? ''], { GIT_COMMITTER_NAME: 'Mara Lind', GIT_COMMITTER_EMAIL: 'mara@quarry-works.de' });
  const anchorsIn = async (...args: string[]): Promise<{ exitCode: number | undefined; lines: string[] }> => {
    const { exitCode, stdout } = await cleanslate(['verify', dir ?? '', ...args]);
    return { exitCode, lines: stdout.split('\n').filter((line) => line.includes(' anchor: ')) };
  };

  beforeAll(async () => {
    [dir, repository, query] = [at('campaign'), at('repository'), at('lock.tsq')];
    mkdirSync(repository);
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message', 'First');
    authority = new TimeStampAuthority(at('authority'));
    manifest = manifestFile(controls(['oracle-reader'], ['handoff'], 1), folder());
    root = /locked: (\w{64})/.exec((await cleanslate(['lock', manifest, '--engine', 'local'])).stdout)?.[1] ?? '';
    expect(await anchor(manifest, '--tag', 'locked-2026-Q4')).toMatchObject({ exitCode: 0, stdout: `tag locked-2026-Q4 names lock ${root}` });
    expect(await anchor(manifest, '--query', query)).toMatchObject({ exitCode: 0, stdout: `${query} asks for a time stamp of ${root}` });
    response = authority.stamp(query);
    expect(await cleanslate(['run', manifest, '--engine', 'local', '--out', dir])).toMatchObject({ exitCode: 0 });
  }, 120_000);

  test('a lock that was tagged and stamped before its run is seen to be older than the first attempt', async () => {
    expect(git('tag', '--list', '--format=%(contents)', 'locked-2026-Q4')).toContain(`lock sha256:${root}`);
    expect(await anchor(dir ?? '', '--tag', 'locked-2026-Q4')).toMatchObject({ exitCode: 0, stdout: `tag locked-2026-Q4 recorded for lock ${root}` });
    expect(await anchor(dir ?? '', '--tag', 'locked-2026-Q4')).toMatchObject({ exitCode: 0, stdout: `tag locked-2026-Q4 was recorded before for lock ${root}` });
    expect(await anchor(dir ?? '', '--tsr', response ?? '', '--ca', authority.ca)).toMatchObject({ exitCode: 0, stdout: `time stamp recorded for lock ${root}` });
    expect(await anchorsIn()).toEqual({ exitCode: 0, lines: [
      expect.stringMatching(/^ok {3}anchor: root of the lock, tag locked-2026-Q4 \(object [0-9a-f]{40}\) names it, dated 2.*Z; not looked up, --repo does that, before the first attempt$/),
      expect.stringMatching(/^ok {3}anchor: root of the lock, time stamp of 2.*Z by Clock of Tests, verified by the certificates kept with it; --ca takes your own, before the first attempt$/),
    ] });
    expect((await anchorsIn('--repo', repository ?? '', '--ca', authority.ca)).lines).toEqual([expect.stringContaining(`names it in ${repository ?? ''}, dated`), expect.stringContaining('verified by the given certificates, before the first attempt')]);
    expect((await cleanslate(['show', dir ?? ''])).stdout).not.toContain('anchored only after');
  });

  test('the head of the journal, later: what comes after it does not count', async () => {
    const entries = journalOf(dir ?? '').length;
    expect(await anchor(dir ?? '', '--tag', 'results-2026-Q4')).toMatchObject({ exitCode: 0 });
    expect((await anchorsIn()).lines.at(-1)).toContain(`anchor: journal up to entry ${String(entries)}, tag results-2026-Q4`);
  });

  test('a tag that is another one now, or gone, and certificates of somebody else: each is named', async () => {
    const other = new TimeStampAuthority(at('other'));
    git('tag', '--force', '--annotate', '--message', `sha256:${root}`, 'locked-2026-Q4');
    git('tag', '--delete', 'results-2026-Q4');
    expect(await anchorsIn('--repo', repository ?? '', '--ca', other.ca)).toEqual({ exitCode: 1, lines: [
      `FAIL anchor: root of the lock, tag locked-2026-Q4: is another object in ${repository ?? ''}`,
      'FAIL anchor: root of the lock, time stamp: the certificate of CN=Clock of Tests does not lead to a given one',
      expect.stringMatching(/^FAIL anchor: journal up to entry \d+, tag results-2026-Q4: is not in /),
    ] });
  });

  test.for<[what: string, args: () => string[], line: RegExp]>([
    ['a stamp of something else', () => { writeFileSync(at('data'), 'else'); execaSync('openssl', ['ts', '-query', '-data', at('data'), '-sha256', '-cert', '-out', at('else.tsq')]); return ['--tsr', authority.stamp(at('else.tsq')), '--ca', authority.ca]; }, /else\.tsq\.tsr: stands for neither this campaign's lock nor a line of its journal/],
    ['what is no stamp', () => ['--tsr', authority.ca, '--ca', authority.ca], /ca\.pem: is no time stamp of RFC 3161/],
    ['a tag that names nothing of it', () => { git('tag', '--annotate', '--message', 'a release', 'v1'); return ['--tag', 'v1']; }, /tag v1 names neither this campaign's lock nor a line of its journal/],
    ['a tag that names something else of it', () => ['--tag', 'locked-2026-Q4', '--of', 'journal'], /tag locked-2026-Q4 names the lock, not the journal/],
    ['a tag without a message', () => { git('tag', 'light'); return ['--tag', 'light']; }, /tag light is not annotated/],
    ['a tag that git refuses', () => ['--tag', 'no name'], /git cannot make the tag: .*not a valid tag name/],
    ['nothing', () => [], /one of --tag, --query and --tsr is needed/],
  ])('%s: refused in one line, and nothing is on the journal', async ([, args, line]) => {
    const before = journalOf(dir ?? '').length;
    const { exitCode, stderr } = await anchor(dir ?? '', ...args());
    expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, lines: 1 });
    expect(stderr).toMatch(line);
    expect(journalOf(dir ?? '')).toHaveLength(before);
  });

  test('no byte of what is signed can be changed', () => {
    const bytes = readFileSync(response ?? '');
    const pem = readFileSync(authority.ca, 'latin1');
    expect(verifyTimeStamp(bytes, pem)).toMatchObject({ imprint: root, authority: 'Clock of Tests' });
    const imprint = bytes.indexOf(Buffer.from(root, 'hex'));
    for (const place of [imprint, imprint + 31, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(() => verifyTimeStamp(changed, pem), String(place)).toThrow(/signature/);
    }
  });
});
