import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { sha256 } from '../../src/common/digest.js';
import { isPacked, lookInside } from '../../src/gateway/redact/packed.js';
import { Scrubber } from '../../src/gateway/redact/scrubber.js';
import type { ResetRecord } from '../../src/trial/reset/reset-record.js';
import { cleanslate, manifestFile, type Finished } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { evidenceOf } from '../support/evidence.js';
import { filesBelow } from '../support/files-below.js';
import { suiteDirectory, temporaryDirectory } from '../support/temporary.js';

/** Made here from parts, so that no scanner takes this file for a leak; a place's own letter tells where one got away. */
const made = (prefix: string, length: number, place: string): string => `${prefix}${place}${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z'.repeat(4)}`.slice(0, prefix.length + length);
const pem = (place: string): string => ['-----BEGIN ', 'RSA PRIVATE KEY-----\n', ...Array.from({ length: 5 }, () => `${made('', 64, place)}\n`), '-----END ', 'RSA PRIVATE KEY-----'].join('');
const keysOf = (place: string): string[] => [
  made(['sk', 'proj', ''].join('-'), 40, place),
  made(['sk', 'ant', 'api03', ''].join('-'), 60, place),
  made('AI' + 'za', 35, place),
  made('gh' + 'p_', 36, place),
  `AK${'IA'}${`${place.toUpperCase()}QWERTYUIOP12345678`.slice(0, 16)}`,
  [made('ey' + 'J', 20, place), made('ey' + 'J', 40, place), made('', 43, place)].join('.'),
  pem(place),
];
const PLACES = ['f', 'm', 't', 'w', 'n', 'p', 'c'] as const;
const PLANTED = Object.fromEntries(PLACES.map((place) => [place, keysOf(place)])) as Record<(typeof PLACES)[number], string[]>;
/** A private key has lines, and would be no name. */
const NAMES = PLANTED.n.filter((key) => !key.includes('\n'));
/** Without any known shape: the harness knows them by its environment and credential file alone. */
const OWN = { CORP_ACCESS_TOKEN: 'Zx81-"quoted"/and\\more+than=that', OPENAI_API_KEY: 'a-real-key-of-no-known-shape' };

/** How a value may look in text, in JSON, in a URL and encoded. */
const forms = (value: string): string[] => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), Buffer.from(value).toString('base64'), Buffer.from(value).toString('base64url')];
const lines = (key: string): string[] => key.split('\n').filter((line) => line.length >= 16 && !line.startsWith('-----'));

describeWithEngine('keys of several shapes', () => {
  const folder = suiteDirectory();
  let dir: string;
  let ran: Finished;
  const of = (agent: string): ReturnType<typeof evidenceOf> => evidenceOf(dir, `${agent}.short.handoff.run-1`);

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const project = join(folder(), 'project');
    mkdirSync(project);
    writeFileSync(join(project, '.env'), [...PLANTED.f, ...Object.values(OWN)].join('\n'));
    // Makes keys while it runs: in a text, in something that is no text, in what it prints and in its answer.
    const encoded = (keys: readonly string[]): string => keys.map((key) => Buffer.from(key).toString('base64')).join(' ');
    const makes = encoded(PLANTED.w);
    // Names files and folders like keys, and packs some: what masks would break.
    const names = NAMES.map((key, at) => `mkdir -p ${key}.d; date >${key}.d/note.txt; echo ${String(at)} >${key}.md; printf '\\000' >${key}.bin; ln -s ${key}.md link-${String(at)}; mv a-${String(at)}.txt ${key}.moved`).join('; ');
    NAMES.forEach((_, at) => { writeFileSync(join(project, `a-${String(at)}.txt`), `stays the same ${String(at)}\n`); });
    const packs = `for key in ${encoded(PLANTED.p)}; do echo "$key" | base64 -d; echo; done >plain.txt; tar czf packed.tgz plain.txt; git add plain.txt; git commit -qm packed; git rm -q plain.txt; git commit -qm gone`;
    writeFileSync(join(project, 'packs.sh'), `${names}; ${packs}; echo '{}'`);
    const remembers = 'mkdir -p ~/mem; cat ~/mem/note 2>/dev/null; [ -e ~/mem/note ] || for key in %; do echo "$key" | base64 -d; echo; done >~/mem/note'.replace('%', encoded(PLANTED.c));
    writeFileSync(join(project, 'makes.sh'), `for key in ${makes}; do echo "$key" | base64 -d; echo; done >made.txt; (printf '\\000\\377'; cat made.txt) >made.bin; cp made.txt ~/.made; cat .env made.txt; cat made.txt >&2; (echo '{"answers":'; cat made.txt) >answer.txt`);
    const turns = [
      { run: 'cat .env' },
      { run: PLANTED.t.map((key) => `echo ${Buffer.from(key).toString('base64')} | base64 -d; echo`).join('; ') },
      { write: { path: 'notes.md', content: PLANTED.m.join('\n') } },
      { answer: `${'x'.repeat(2030)} ${PLANTED.m.join(' ')}` },
    ];
    writeFileSync(join(folder(), 'says.yaml'), stringify({ turns }));
    const manifest = {
      campaign: 'keys', runs: 1, limits: { agent_seconds: 120 },
      providers: { keyed: { mode: 'scripted', script: 'says.yaml' } },
      tasks: [
        { scenario: 'short', profiles: ['handoff'], workspace: { directory: project } },
        { id: 'twice', scenario: 'short', profiles: ['handoff'], sessions: [{ turns: ['Take note.'] }, { turns: ['probe'] }] },
      ],
      configurations: [
        ...[['codex', 'gpt-5.5'], ['pi', 'scripted-1']].map(([id, label]) => ({ id, agent: id, model: { label, provider: 'keyed' } })),
        { id: 'program', agent: 'command', command: { argv: ['bash', 'makes.sh'], prompt: 'stdin', answer: 'file:answer.txt' } },
        { id: 'packs', agent: 'command', command: { argv: ['bash', 'packs.sh'], prompt: 'stdin' } },
        { id: 'remembers', agent: 'command', resets: { memory: 'declared' }, command: { argv: ['bash', '-c', remembers], prompt: 'stdin', state: [{ pattern: '~/mem/**', class: 'memory' }] } },
      ],
    };
    ran = await cleanslate(['run', manifestFile(manifest, folder()), '--engine', 'docker', '--out', dir, '--no-preflight', '--concurrency', '2', '--only', '{{codex,pi,program,packs}.short,remembers.twice}.*'], OWN);
  }, 600_000);

  test('planted in the environment, in files, in what a model says and in what tools give back are nowhere in the campaign', async () => {
    expect({ exitCode: ran.exitCode, stderr: ran.exitCode === 0 ? '' : ran.stderr }).toEqual({ exitCode: 0, stderr: '' });
    const files = filesBelow(dir).map((file) => [file.slice(dir.length), readFileSync(file)] as const);
    const texts = [...Object.values(PLANTED).flat().flatMap(lines), ...Object.values(OWN).flatMap(forms)];
    const found = files.flatMap(([file, bytes]) => texts.filter((text) => bytes.includes(text)).map((text) => `${file}: ${text.slice(0, 24)}`));
    expect(found).toEqual([]);
    const scrubber = new Scrubber([]);
    const packed = await Promise.all(files.filter(([, bytes]) => isPacked(bytes)).map(async ([file, bytes]) => `${file}: ${await lookInside(bytes, scrubber)}`));
    expect(packed.filter((line) => !line.endsWith(': clean'))).toEqual([]);
  });

  test('files named like keys are told by masked names, and packed ones that hold a key by their digest alone', () => {
    const { record, changes, patch } = of('packs');
    expect(record).toMatchObject({ valid: true });
    const told = changes('workspace');
    const named = Object.keys(told).filter((path) => path.includes('[redacted:'));
    expect(named.filter((path) => path.endsWith('.md'))).toHaveLength(NAMES.length);
    expect(named.some((path) => path.endsWith('.d/note.txt'))).toBe(true);
    expect(patch('workspace')).toMatch(/^rename to \[redacted:openai-key\]\.moved$/m);
    expect(told['packed.tgz']).toMatchObject({ omitted: 'credential', after: { sha256: expect.any(String) as string } });
    const objects = Object.entries(told).filter(([path]) => path.startsWith('.git/objects/')).map(([, change]) => change);
    expect(objects.filter(({ omitted }) => omitted === 'credential')).toHaveLength(1);
    expect(objects.filter(({ blob }) => blob !== undefined).length).toBeGreaterThan(2);
  });

  test('what is carried into the next session is masked by as many bytes, and says so', () => {
    const { dir: attempt, stdout } = evidenceOf(dir, 'remembers.twice.handoff.run-1');
    const reset = JSON.parse(readFileSync(join(attempt, 'session-2/reset.json'), 'utf8')) as ResetRecord;
    const length = PLANTED.c.reduce((sum, key) => sum + key.length + 1, 0);
    expect(reset.carried).toMatchObject([{ path: '/home/dev/mem/note', size: length, masked: true }]);
    expect(stdout.toString()).toBe('');
    const second = readFileSync(join(attempt, 'session-2/stdout'));
    expect(second.toString()).toMatch(/^\[redacted:openai-key\]\*+\n\[redacted:anthropic-key\]\*+\n/);
    expect(second).toHaveLength(length);
    expect(sha256(second)).toBe(reset.carried[0]?.sha256);
  });

  test('each stands masked where it stood, and the campaign is whole', async () => {
    for (const agent of ['codex', 'pi']) {
      const { events, answer, patch } = of(agent);
      const results = events.filter(({ type }) => type === 'tool.result').map(({ result }) => JSON.stringify(result));
      for (const shape of ['openai-key', 'anthropic-key', 'google-key', 'github-token', 'aws-key', 'jwt', 'private-key']) {
        expect(results[1], agent).toContain(`[redacted:${shape}]`);
        expect(patch('workspace'), agent).toContain(`[redacted:${shape}]`);
        expect(answer, agent).toContain(`[redacted:${shape}]`);
      }
      expect(results[0]).toContain('[redacted:CORP_ACCESS_TOKEN]');
    }
    const program = of('program');
    expect(program.stdout.toString()).toContain('[redacted:private-key]');
    expect(program.stderr).toContain('[redacted:github-token]');
    expect(program.answer).toContain('[redacted:aws-key]');
    expect(program.changes('workspace')).toMatchObject({ 'made.txt': { text: 'changes.patch', masked: true }, 'made.bin': { masked: true, blob: expect.any(String) as string } });
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
  });

  test('the user hears which file of the project was masked', () => {
    expect(ran.stderr).toMatch(/workspace.*\.env holds a credential or what looks like one; in the workspaces of the trials it is masked/);
  });
});

test('a manifest or a scenario that holds a key is refused, with the place, before anything is written', async () => {
  const folder = temporaryDirectory();
  const [key = ''] = keysOf('x');
  const manifest = { campaign: 'keys', runs: 1, tasks: [{ scenario: 'short', profiles: ['handoff'] }], configurations: [{ id: 'program', agent: 'command', command: { argv: ['true'], env: { API_KEY: key } } }] };
  const refused = await cleanslate(['run', manifestFile(manifest, folder), '--engine', 'local', '--allow-unisolated', '--out', join(folder, 'out')]);
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(refused.stderr).toMatch(/manifest\.yaml.*holds a credential or what looks like one \(openai-key\)/);
  expect(refused.stderr).not.toContain(key);
  expect(filesBelow(folder).map((file) => file.slice(folder.length + 1))).toEqual(['manifest.yaml']);
});
