import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/common/digest.js';
import { cleanslate, LIMITS, manifestFile, type Finished } from '../support/cleanslate.js';
import { filesBelow } from '../support/files-below.js';
import { evidenceOf, type Evidence } from '../support/evidence.js';
import { journalOf } from '../support/journal.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { suiteDirectory } from '../support/temporary.js';

const PROGRAMS = join(import.meta.dirname, '../agents');
const shell = (script: string, more: object = {}): object => ({ argv: ['sh', '-c', script], prompt: 'stdin', ...more });

/** SHA-256 of 300 MiB of zeros. */
const HOLE = '17a88af83717f68b8bd97873ffcf022c8aed703416fe9b08e0fa9e3287692bf0';

/** Every one has the whole campaign to itself as far as it can tell: they run side by side. */
const AGENTS: Record<string, object> = {
  'forges-its-trace': shell('node forges-trace.mjs; node answers.mjs', { answer: 'json' }),
  'rewrites-its-output': shell('node rewrites-output.mjs; node answers.mjs', { answer: 'json' }),
  'prints-no-text': shell(String.raw`printf 'caf\351 \377\376\000 '; node answers.mjs; printf '\200'`, { answer: 'json' }),
  'prints-100-mb': shell('node floods.mjs 100; echo; node answers.mjs', { answer: 'json' }),
  'prints-10000-lines': shell('seq 10000; node answers.mjs', { answer: 'json' }),
  'leaves-odd-files': shell('node answers.mjs; node leaves-odd-files.mjs', { answer: 'json', state: [{ pattern: '~/.cache/**', class: 'cache' }] }),
  'deletes-its-workspace': shell('node answers.mjs; rm -rf "$PWD"; find . -mindepth 1 -delete'),
  'answers-in-a-file': shell('mkdir out; node answers.mjs >out/answer.json; echo done', { answer: 'file:out/answer.json' }),
  'answers-with-20-mb': shell('head -c 20000000 /dev/zero | tr "\\0" x'),
  'answers-with-20-mb-in-a-file': shell('head -c 20000000 /dev/zero | tr "\\0" x >answer.json', { answer: 'file:answer.json' }),
  'answers-through-a-link': shell('ln -s /etc/passwd answer.json', { answer: 'file:answer.json' }),
  'answers-in-a-fence': shell("echo '```json'; node answers.mjs; echo '```'"),
  'answers-with-words-around': shell("echo 'Here you are:'; node answers.mjs; echo 'Anything else?'"),
  'fails-after-answering': shell('node answers.mjs; exit 3'),
  'kills-itself': shell('node answers.mjs; kill -9 $$'),
  'kills-all-it-can': shell('node answers.mjs; kill -9 -1'),
  'says-nothing': shell('true'),
};

const WORDS = { id: 'words-taken-off', agent: 'command', normalize: 'embedded', command: AGENTS['answers-with-words-around'] };

describeOnEveryMachine('hostile and clumsy agents', (machine) => {
  const folder = suiteDirectory();
  let dir: string;
  let ran: Finished;
  const of = (agent: string): Evidence => evidenceOf(dir, `${agent}.short.handoff.run-1`);

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const configurations = [...Object.entries(AGENTS).map(([id, command]) => ({ id, agent: 'command', command })), WORDS];
    const tasks = [{ scenario: 'short', profiles: ['handoff'], workspace: { directory: PROGRAMS } }];
    ran = await cleanslate(['run', manifestFile({ campaign: 'hostile', runs: 1, limits: { ...LIMITS, agent_seconds: 60 }, tasks, configurations }, folder()), '--engine', machine, '--out', dir, '--concurrency', '2']);
  });

  test('none of them stops the campaign or spoils its evidence, and all of their attempts count', async () => {
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.stdout).toContain(`All ${String(Object.keys(AGENTS).length + 1)} trials complete.\nNo invalid attempts.`);
    expect(ran.stdout).toContain('Answers normalised before scoring: 2.');
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
    expect(journalOf(dir).filter(({ type }) => type === 'attempt.sealed').every(({ valid, ended }) => valid === true && ended === 'agent-exit')).toBe(true);
  });

  test.for(Object.keys(AGENTS))('%s: the trace is whole, and the harness wrote its beginning and end', (agent) => {
    const { events, record } = of(agent);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter(({ source }) => source === 'harness').map(({ type }) => type)).toEqual(['session.start', 'prompt', 'session.end']);
    expect(events.filter(({ source }) => source !== 'files').at(-1)).toMatchObject({ type: 'session.end', result: 'exit', ...(record.exit?.code !== null && { exit_code: record.exit?.code }) });
    expect(record.tool_calls).toBe(0);
  });

  test.for(['forges-its-trace', 'rewrites-its-output', 'prints-no-text', 'prints-100-mb', 'prints-10000-lines', 'leaves-odd-files', 'deletes-its-workspace', 'answers-in-a-file', 'answers-in-a-fence', 'words-taken-off', 'fails-after-answering', 'kills-itself', 'kills-all-it-can'])(
    '%s: a right answer is right, whatever else it did',
    (agent) => {
      expect(of(agent).score).toMatchObject({ format_failure: null, grounded_correct: 4 });
    },
  );

  test.for(['answers-with-words-around', 'says-nothing', 'answers-through-a-link'])('%s: no answer is a format failure that counts', (agent) => {
    expect(of(agent).score).toMatchObject({ format_failure: expect.any(String) as string });
  });

  test('a forged event is a line that an agent printed, no more', () => {
    const { events } = of('forges-its-trace');
    const forged = events.filter(({ result }) => typeof result === 'string' && result.includes('"seq":1,'));
    expect(forged).toEqual([expect.objectContaining({ source: 'agent', type: 'message' })]);
    expect(events.filter(({ source }) => source === 'gateway')).toEqual([]);
  });

  test('what was printed stays printed, byte for byte', () => {
    expect(of('rewrites-its-output').stdout.toString()).toMatch(/^printed first\nX?printed last\n\{"answers"/);
    expect(of('prints-no-text').stdout.subarray(0, 9)).toEqual(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0xff, 0xfe, 0x00, 0x20]));
    expect(of('prints-100-mb').stdout.length).toBeGreaterThan(100 * 1024 * 1024);
    expect(of('prints-10000-lines').events.filter(({ source }) => source === 'agent').map(({ result }) => result).slice(0, 10_000)).toEqual(Array.from({ length: 10_000 }, (_, index) => String(index + 1)));
  });

  test.for(['answers-with-20-mb', 'answers-with-20-mb-in-a-file'])('%s: too large to be scored, which is not the same as empty', (agent) => {
    const { record, score } = of(agent);
    expect(record.signals).toContainEqual(expect.objectContaining({ blame: 'agent', kind: 'answer-too-large' }));
    expect(score).toMatchObject({ format_failure: 'the response is larger than 16777216 bytes' });
  });

  test('an output that is cut for the search of an answer says so', () => {
    expect(of('prints-100-mb').record.signals).toEqual([expect.objectContaining({ blame: 'agent', kind: 'output-cut' })]);
    expect(of('prints-100-mb').events).toContainEqual(expect.objectContaining({ source: 'agent', type: 'unparsed', truncated: true }));
  });

  test('odd files are recorded as what they are, and no link is followed', () => {
    const { changes, dir: attempt } = of('leaves-odd-files');
    const found = changes('workspace');
    const types = Object.fromEntries(Object.entries(found).map(([path, { kind, after }]) => [path, `${kind} ${after?.type ?? ''} ${after?.mode ?? ''}`]));
    expect(types).toMatchObject({
      pipe: expect.stringMatching(/^created fifo/) as string,
      'way-out': expect.stringMatching(/^created symlink/) as string,
      'two\nlines': 'created file 0644',
      'caf\\xe9': 'created file 0644',
      '\u{1b}[2Jcleared': 'created file 0644',
      'kept-secret': 'created file 0000',
      locked: 'created directory 0000',
      'locked/inside': 'created file 0644',
      'ignored.txt': 'created file 0644',
      'minnow.mjs': 'type-changed directory 0755',
      'listens.mjs': 'type-changed symlink 0777',
      'flooded.mjs': 'renamed file 0644',
      'hoards.mjs': 'mode-changed file 0700',
    });
    expect(Object.keys(found)).not.toContain('socket'); // holds nothing without its process
    expect(found['way-out']?.after?.link).toBe('/etc/passwd');
    expect(found['kept-secret']?.after?.sha256).toBe(sha256('nobody may read this\n'));
    expect(of('leaves-odd-files').patch('workspace')).toContain('+behind a closed door');
    expect(readFileSync(join(attempt, 'changes/workspace/blobs', sha256('a name that is not UTF-8\n')), 'utf8')).toBe('a name that is not UTF-8\n');
    expect(of('leaves-odd-files').patch('workspace')).toContain('+git does not look at this');
    expect(found['flooded.mjs']?.from).toMatch(/\/floods\.mjs$/);
    expect(changes('home')['.notes']).toMatchObject({ kind: 'created' });
  });

  test('what is not kept is declared: its digest and why, or its size alone where it is too large for a digest', () => {
    const { changes, dir: attempt } = of('leaves-odd-files');
    const [found, home] = [changes('workspace'), changes('home')];
    expect(found['hole']).toMatchObject({ kind: 'created', after: { size: 300 * 2 ** 20, sha256: HOLE }, omitted: 'blob_file_bytes' });
    expect(found['endless']).toEqual({ path: expect.any(String) as string, kind: 'created', after: { type: 'file', mode: '0644', uid: 1000, gid: 1000, size: 5 * 2 ** 30 }, omitted: 'hash_file_bytes' });
    expect(home['.cache/made']).toMatchObject({ kind: 'created', after: { sha256: sha256('made again at any time\n') }, omitted: 'cache' });
    expect(filesBelow(join(attempt, 'changes')).filter((file) => readFileSync(file, 'utf8').includes('made again'))).toEqual([]);
  });

  test('a workspace that was deleted is a list of deletions, with what it held', () => {
    const found = of('deletes-its-workspace').changes('workspace');
    expect(found).toMatchObject({ 'AGENTS.md': { kind: 'deleted' }, 'HANDOFF.md': { kind: 'deleted' }, 'answers.mjs': { kind: 'deleted' }, '.git/HEAD': { kind: 'deleted' } });
    expect(of('deletes-its-workspace').patch('workspace')).toContain('-# Lantern handoff');
  });

  test('an answer is kept as given and as scored, and what was taken off is said', () => {
    const fenced = of('answers-in-a-fence');
    expect(fenced.answer).toMatch(/^```json\n\{"answers".*\}\n```\n$/);
    expect(readFileSync(join(fenced.dir, 'answer.json'), 'utf8')).toMatch(/^\{"answers".*\}$/);
    expect(fenced.record.normalized).toBe('fence');
    expect(of('words-taken-off').record.normalized).toBe('embedded');
    expect(of('answers-with-words-around').record.normalized).toBe('none');
    expect(of('answers-in-a-file').changes('workspace')['out/answer.json']).toMatchObject({ kind: 'created' });
  });

  test('how it ended is told, and who is to blame: the agent itself', () => {
    expect(of('fails-after-answering').record).toMatchObject({ exit: { code: 3, signal: null }, signals: [{ blame: 'agent', kind: 'exit-code' }] });
    expect(of('kills-itself').record).toMatchObject({ exit: { code: null, signal: 'SIGKILL' }, signals: [{ blame: 'agent', kind: 'exit-signal' }] });
  });
});
