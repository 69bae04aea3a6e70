import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/common/clock.js';
import { CampaignLock } from '../../src/evidence/campaign-lock.js';
import { Journal } from '../../src/evidence/journal.js';
import { Material } from '../../src/evidence/material.js';
import { RESET_CLASSES } from '../../src/protocol/manual.js';
import { cleanslate, jsonLines, LIMITS, manifestFile, type Finished } from '../support/cleanslate.js';
import { fullMarks, oneCase, respond } from '../support/full-marks.js';
import { suiteDirectory } from '../support/temporary.js';

const NO_ENGINE = { DOCKER_HOST: 'unix:///nowhere/docker.sock' };
const CHAT = 'chat.short.handoff.run-1';
const TWICE = 'chat.twice.handoff.run-1';
const ALL = RESET_CLASSES.flatMap((name) => ['--reset', name === 'instructions' ? 'instructions=kept:project rules' : `${name}=cleared`]);

const manual = { product: 'Example Chat', version: 'web, 2026-11-28', model: 'example-1', plan: 'Plus', keeps: ['instructions'] };
const MANIFEST = {
  campaign: 'web', engine: 'docker', runs: 1, mode: 'prompt', limits: LIMITS,
  tasks: [{ scenario: 'short', profiles: ['handoff'] }, { id: 'twice', scenario: 'short', profiles: ['handoff'], sessions: [{ turns: ['Hello.', 'Please remember that we met.'] }, { turns: ['probe'] }] }],
  configurations: [{ id: 'chat', agent: 'manual', manual }, { id: 'plain', agent: 'model', model: { label: 'm-1', provider: 'scripted' } }],
};

/** Everything is done from the directory in which the campaign, the answer and the picture are. */
const folder = suiteDirectory();
const inDir = (...path: string[]): string => join(folder(), 'campaign', ...path);
const journal = (): Record<string, unknown>[] => jsonLines(readFileSync(inDir('journal.jsonl'), 'utf8'));
const results = (): Record<string, unknown>[] => jsonLines(readFileSync(inDir('results.jsonl'), 'utf8'));
const attempt = (trial: string, number: number, name: string): string => readFileSync(inDir('trials', trial, `attempt-${String(number)}`, name), 'utf8');
const here = (...args: string[]): Promise<Finished> => cleanslate(args, NO_ENGINE, folder());
const run = (): Promise<Finished> => here('run', 'manifest.yaml', '--out', 'campaign');
const attach = (trial: string, ...more: string[]): Promise<Finished> => here('attach', 'campaign', trial, '--by', 'A. Tester', ...more);
const verify = async (): Promise<string> => (await here('verify', 'campaign')).stdout;

let begun: Finished;

beforeAll(async () => {
  const selected = await oneCase('short/handoff');
  manifestFile(MANIFEST, folder());
  writeFileSync(join(folder(), 'answer.json'), respond(fullMarks(selected)));
  writeFileSync(join(folder(), 'chat.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
  begun = await run();
});

// One campaign, in the order in which a person goes through it.
describe('products that a person drives', () => {
  test('a run prepares their trials, says which wait, and that is no failure', async () => {
    expect({ exitCode: begun.exitCode, stderr: begun.exitCode === 0 ? '' : begun.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(begun.stdout).toContain('2 of 4 trials complete.\n');
    expect(begun.stdout).toMatch(/Waiting for a person: chat\.\w+\.handoff\.run-1, chat\.\w+\.handoff\.run-1\./);
    expect(begun.stderr).toContain('2 trials wait for a person');
    expect(await verify()).toMatch(/^ok {3}campaign: waits for trials that a person carries out/);
    expect((await here('prepare', 'campaign')).stdout.split('\n').sort()).toEqual([`${CHAT}  0 of 1 sessions attached`, `${TWICE}  0 of 2 sessions attached`]);

    const sheet = (await here('prepare', 'campaign', TWICE)).stdout;
    for (const name of RESET_CLASSES) expect(sheet).toContain(`- ${name}: `);
    expect(sheet).toContain('--reset instructions=kept');
    expect(sheet).toContain('## Session 2 of 2');
    const prepared = inDir('report/manual');
    expect(readdirSync(join(prepared, TWICE, 'session-1')).sort()).toEqual(['turn-1.txt', 'turn-2.txt']);
    const { stdout: prompt } = await here('prepare', '--scenario', 'short', '--profile', 'handoff');
    for (const path of [`${CHAT}/session-1/turn-1.txt`, `${TWICE}/session-2/turn-1.txt`]) expect(readFileSync(join(prepared, path), 'utf8')).toBe(prompt);
  });

  test.each<[string, string, string[], string]>([
    ['a session that is not there', CHAT, ['--session', '2', '--response', 'answer.json', ...ALL], `${CHAT} has one session, and no session 2`],
    ['a session that is no number', CHAT, ['--session', 'x', '--response', 'answer.json', ...ALL], 'must be a whole number from 1'],
    ['a response that is not there', CHAT, ['--session', '1', '--response', 'nothing.json', ...ALL], 'nothing.json: no such file'],
    ['evidence that is not there', CHAT, ['--session', '1', '--response', 'answer.json', '--evidence', 'nothing.png', ...ALL], 'nothing.png: no such file'],
    ['a trial that nobody knows', 'chat.short.handoff.run-2', ['--session', '1', '--response', 'answer.json', ...ALL], `no trial "chat.short.handoff.run-2"; a person carries out, for example, chat.`],
    ['a trial that the program runs', 'plain.short.handoff.run-1', ['--session', '1', '--response', 'answer.json', ...ALL], 'plain.short.handoff.run-1 is run by the program, not by a person'],
    ['no attestation', CHAT, ['--session', '1', '--response', 'answer.json'], 'no reset is attested for: account-memory, project-memory, chat-history, files, indexes, instructions'],
    ['one attestation missing', CHAT, ['--session', '1', '--response', 'answer.json', ...ALL.slice(2)], 'no reset is attested for: account-memory; give --reset account-memory=HOW'],
    ['a class that is none', CHAT, ['--session', '1', '--response', 'answer.json', ...ALL, '--reset', 'cookies=cleared'], '`cookies=cleared` names no state class'],
    ['memory that is kept and not declared', CHAT, ['--session', '1', '--response', 'answer.json', ...ALL.slice(2), '--reset', 'account-memory=kept'], '`account-memory` may not be kept'],
    ['a later session before the first', TWICE, ['--session', '2', '--response', 'answer.json', ...ALL], 'session 1 comes before session 2, and is not attached'],
    ['a correction of nothing', CHAT, ['--session', '1', '--response', 'answer.json', ...ALL, '--correct', 'typo'], 'session 1 has nothing to correct'],
    ['a note with a key', CHAT, ['--session', '1', '--response', 'answer.json', ...ALL.slice(2), '--reset', `account-memory=cleared:sk-proj-${'c3'.repeat(24)}`], '--reset: this holds a credential'],
    ['a scenario beside a campaign', CHAT, [], '--scenario is for a scenario alone'],
  ])('%s is refused in one line, and nothing is kept', async (_, trial, more, message) => {
    const before = journal();
    const { exitCode, stdout, stderr } = more.length === 0 ? await here('prepare', 'campaign', trial, '--scenario', 'short') : await attach(trial, ...more);
    expect({ exitCode, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ exitCode: 2, stdout: '', lines: 1 });
    expect(stderr).toContain(message);
    expect(journal()).toEqual(before);
  });

  test('another harness in the directory is respected', async () => {
    const lock = await CampaignLock.acquire(inDir());
    try {
      expect(await attach(CHAT, '--session', '1', '--response', 'answer.json', ...ALL)).toMatchObject({ exitCode: 2, stdout: '' });
    } finally {
      await lock.release();
    }
  });

  test('what came back is kept, attested and scored like the rest', async () => {
    const { exitCode, stdout, stderr } = await attach(CHAT, '--session', '1', '--response', 'answer.json', '--evidence', 'chat.png', '--at', '2026-11-28T14:05:00+01:00', '--latency', '12.5', ...ALL);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(`${CHAT}: session 1 of 1 attached; scored as attempt 1`);
    expect(results().find(({ trial }) => trial === CHAT)).toMatchObject({
      agent: 'manual', agent_version: 'Example Chat web, 2026-11-28', model_id: 'example-1', provider: 'Example Chat', mode: 'prompt', latency_seconds: 12.5, raw_response: readFileSync(join(folder(), 'answer.json'), 'utf8'),
      initial_state: null, tool_calls: null, files_changed: null, adaptations: ['no-trace', 'no-file-changes', 'attested-reset'], score: { grounded_correct: 4, format_failure: null },
    });
    expect(JSON.parse(attempt(CHAT, 1, 'session-1/attested-reset.json'))).toMatchObject({ proof: 'attested', by: 'A. Tester', at: '2026-11-28T13:05:00.000Z', classes: { instructions: { how: 'kept', note: 'project rules' }, files: { how: 'cleared', note: null } } });
    expect(JSON.parse(attempt(CHAT, 1, 'session-1/attached.json'))).toMatchObject({ evidence: [{ name: 'chat.png', bytes: 7 }], corrects: null });
    expect(await verify()).not.toContain('FAIL');
    const shown = (await here('show', 'campaign', CHAT)).stdout;
    expect(shown).toContain('by hand; adapted, neither passed nor failed: no-trace, no-file-changes, attested-reset');
    expect(shown).toContain('4 of 4 grounded and correct');
    await here('report', 'campaign');
    const page = inDir(`report/trials/${CHAT}.html`);
    const html = readFileSync(page, 'utf8');
    for (const told of ['Nobody saw which files it changed', 'A person drove it: there is no program to replay.', 'project rules', 'chat.png']) expect(html).toContain(told);
    expect(html).not.toMatch(/id="replay"|Nothing was written into its/);
    expect(readFileSync(inDir('report/index.html'), 'utf8')).toMatch(/id="prepare">[^<]* prepare [^<]* chat\.twice\./);
  });

  test('attaching again is refused; a correction is a further attempt, and both stay', async () => {
    const first = attempt(CHAT, 1, 'score.json');
    const again = await attach(CHAT, '--session', '1', '--response', 'answer.json', ...ALL);
    expect(again).toMatchObject({ exitCode: 2, stdout: '' });
    expect(again.stderr).toContain('session 1 is attached already, by A. Tester at 2026-11-28T13:05:00.000Z; nothing is overwritten; to correct it, give the reason with --correct');
    const key = `sk-${'a1B2c3D4'.repeat(5)}`;
    writeFileSync(join(folder(), 'wrong.json'), `I do not know, but your key is ${key}.`);
    expect((await attach(CHAT, '--session', '1', '--response', 'wrong.json', '--correct', 'the answer of another chat was attached', ...ALL)).stdout).toContain('scored as attempt 2');
    expect(attempt(CHAT, 1, 'score.json')).toBe(first);
    expect(attempt(CHAT, 2, 'answer.txt')).toMatch(/^I do not know, but your key is \[redacted:[\w-]+\]\.$/);
    expect(readFileSync(inDir('results.jsonl'), 'utf8')).not.toContain(key);
    expect(JSON.parse(attempt(CHAT, 2, 'score.json'))).toMatchObject({ format_failure: expect.any(String) as string });
    expect(journal()).toContainEqual(expect.objectContaining({ type: 'session.attached', trial: CHAT, corrects: 'the answer of another chat was attached', by: 'A. Tester' }));
    expect(await verify()).not.toContain('FAIL');
    // One trial, one row: the corrected line stays in the file and counts no more.
    expect(results().filter(({ trial }) => trial === CHAT).length).toBe(2);
    const row = /\| chat \| prompt \| short \| handoff \| \d+ \| 1 \| n\/a \|/;
    const { stdout } = await here('show', 'campaign');
    expect(stdout).toMatch(row);
    expect(stdout).toContain(`Attachments corrected, and these attempts count no more: trials/${CHAT}/attempt-1.`);
    expect((await here('summarize', '--results', 'campaign/results.jsonl')).stdout).toMatch(row);
  });

  test('a trial that an evaluator takes back waits for a person again, with nothing attached', async () => {
    expect((await here('invalidate', 'campaign', CHAT, '--reason', 'evaluator-mistake', '--by', 'E. Valuator')).exitCode).toBe(0);
    expect((await here('prepare', 'campaign')).stdout).toContain(`${CHAT}  0 of 1 sessions attached`);
    expect((await run()).stderr).toContain('2 trials wait for a person');
    expect((await attach(CHAT, '--session', '1', '--response', 'answer.json', ...ALL)).stdout).toContain('scored as attempt 3');
    expect(await verify()).not.toContain('FAIL');
  });

  test('sessions are attached one after the other; what a dead harness left undone the next run does, and the campaign is over', async () => {
    expect((await attach(TWICE, '--session', '1', '--response', 'answer.json', ...ALL)).stdout).toBe(`${TWICE}: session 1 of 2 attached`);
    expect((await here('show', 'campaign')).stdout).toMatch(new RegExp(`${TWICE} +pending +0 +waits for a person, sessions attached: 1`));
    const waiting = await run();
    expect(waiting.exitCode).toBe(0);
    expect(waiting.stderr).toContain('1 trial waits for a person');
    // As a harness leaves it that dies between the journal entry and the attempt.
    const response = await (await Material.open(inDir())).put(readFileSync(join(folder(), 'answer.json')));
    const open = await Journal.open(inDir(), systemClock);
    const resets = Object.fromEntries(RESET_CLASSES.map((name) => [name, { how: 'cleared', note: null }]));
    await open.append({ type: 'session.attached', trial: TWICE, session: 2, by: 'B. Other', at: '2026-11-29T10:00:00.000Z', response, evidence: [], resets, latency_seconds: null, corrects: null });
    await open.close();
    const finished = await run();
    expect(finished.stdout).toContain('All 4 trials complete.');
    expect(finished.stdout).toContain('Initial state attested by a person, seen by nobody: chat. Checks that need a trace or file changes are not asked there.');
    expect(finished.stdout).toMatch(/\(2 of them\)/);
    expect(results().find(({ trial }) => trial === TWICE)).toMatchObject({ latency_seconds: null, score: { grounded_correct: 4 } });
    expect(attempt(TWICE, 1, 'session-1/prompts/turn-2.txt')).toBe('Please remember that we met.');
    const checks = await verify();
    expect(checks).toMatch(/^ok {3}campaign: finished/);
    expect(checks).not.toContain('FAIL');
  });

  test('evidence that is changed afterwards is found', async () => {
    const attached = journal().find(({ type }) => type === 'session.attached') as { evidence: { sha256: string }[] };
    const digest = attached.evidence[0]?.sha256 ?? '';
    writeFileSync(inDir('material', digest), 'another picture');
    const { exitCode, stdout } = await here('verify', 'campaign');
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`FAIL material/${digest}: changed`);
  });
});

test.each<[string, object, string]>([
  ['no block', { agent: 'manual' }, 'needs a `manual:` block with `product` and `version`'],
  ['a model beside it', { agent: 'manual', manual, model: { label: 'm', provider: 'scripted' } }, 'a product that a person drives asks no model here'],
  ['a block for a program', { agent: 'control/amnesiac', manual }, '`manual` is only for `agent: manual`'],
])('a manifest with %s is refused where it stands', async (_, configuration, message) => {
  const file = manifestFile({ ...MANIFEST, configurations: [{ id: 'x', ...configuration }] });
  const { exitCode, stderr } = await cleanslate(['run', file, '--dry-run']);
  expect({ exitCode, message: stderr.includes(message) }).toEqual({ exitCode: 2, message: true });
});
