import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyCampaign } from '../../src/evidence/verify.js';
import { cleanslate, LIMITS, manifestFile } from '../support/cleanslate.js';
import { forge } from '../support/forge.js';
import { suiteDirectory } from '../support/temporary.js';

/** Leaves every kind of evidence: text and bytes, in workspace and home, on both streams. */
const BUSY = String.raw`echo words >&2; echo note >~/.note; echo text >new.txt; printf '\377\376' >bytes; rm AGENTS.md; node answers.mjs`;

describe('verify on a campaign that somebody changed', () => {
  const folder = suiteDirectory();
  let dir: string;
  const at = (name: string): string => join(dir, name);
  const faults = async (): Promise<string[]> => (await verifyCampaign(dir)).filter(({ ok }) => !ok).map(({ line }) => line);
  const files = (): string[] =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
      .filter((name) => !name.startsWith('report/'));

  /** What `verify` finds wrong while a file has other bytes (none: while it is gone). */
  async function faultsWith(name: string, bytes: Uint8Array | string | undefined): Promise<string[]> {
    const before = readFileSync(at(name));
    if (bytes === undefined) rmSync(at(name));
    else writeFileSync(at(name), bytes);
    const found = await faults();
    writeFileSync(at(name), before);
    return found;
  }

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const command = (script: string): object => ({ argv: ['sh', '-c', script], prompt: 'stdin', answer: 'json' });
    const manifest = manifestFile({
      campaign: 'tampering',
      runs: 1,
      attempts: 1,
      limits: LIMITS,
      tasks: [{ scenario: 'short', profiles: ['handoff'], workspace: { directory: join(import.meta.dirname, '../agents') } }],
      configurations: [
        { id: 'busy', agent: 'command', command: command(BUSY) },
        { id: 'fails', agent: 'command', command: { argv: ['no-such-program'] } },
        { id: 'leaker', agent: 'control/leaker' },
        { id: 'oracle', agent: 'control/oracle-reader' },
      ],
    }, folder());
    const { exitCode, stderr } = await cleanslate(['run', manifest, '--engine', 'local', '--out', dir, '--no-preflight']);
    if (exitCode !== 3 || (await faults()).length > 0) throw new Error(`the campaign is not as it should be: ${String(exitCode)} ${stderr}`);
  });

  test('every kind of evidence is there to be changed', () => {
    const kinds = new Set(files().map((name) => name.replace(/^(material|trials\/[^/]+\/attempt-1\/changes\/\w+\/blobs)\/[0-9a-f]{64}$/, '$1/*').replace(/^trials\/[^/]+\/attempt-1\//, '')));
    expect([...kinds].sort()).toEqual([
      'answer.json', 'answer.txt', 'attempt.json', 'attribution.json', 'campaign.json', 'changes/home/changes.json', 'changes/home/changes.patch', 'changes/home/inventory.json',
      'changes/workspace/blobs/*', 'changes/workspace/changes.json', 'changes/workspace/changes.patch', 'changes/workspace/inventory.json', 'delivery.json', 'evidence.sha256',
      'journal.head', 'journal.jsonl', 'lock.json', 'material.jsonl', 'material/*', 'normalization.json', 'results.jsonl', 'score.json',
      'session-1/initial.json', 'session-1/prompts/turn-1.txt', 'session-1/reset.json', 'session-1/stderr', 'session-1/stdout', 'trace.jsonl',
    ]);
  });

  test('one byte of any file, first, middle or last, changed: the file is named', async () => {
    for (const name of files()) {
      const bytes = readFileSync(at(name));
      for (const place of new Set([0, bytes.length >> 1, bytes.length - 1].filter((one) => one >= 0 && one < bytes.length))) {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ 1;
        expect(await faultsWith(name, changed), `${name} at ${String(place)}`).toContainEqual(expect.stringContaining(name));
      }
    }
  });

  test('one byte of any file removed or added, or the whole file removed: the file is named', async () => {
    for (const name of files()) {
      const bytes = readFileSync(at(name));
      for (const [what, changed] of [['shorter', bytes.subarray(0, -1)], ['longer', Buffer.concat([bytes, Buffer.from('\n')])], ['gone', undefined]] as const) {
        if (what === 'shorter' && bytes.length === 0) continue;
        expect(await faultsWith(name, changed), `${name} ${what}`).toContainEqual(expect.stringContaining(name));
      }
    }
  });

  test.for(['journal.jsonl', 'results.jsonl'])('%s: any line removed, doubled or moved', async (name) => {
    const lines = readFileSync(at(name), 'utf8').split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(2);
    const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
    for (const [index, line] of lines.entries()) {
      const next = lines[index + 1];
      const forms: [string, string[]][] = [
        ['removed', lines.toSpliced(index, 1)],
        ['doubled', lines.toSpliced(index, 0, line)],
        ...(next === undefined ? [] : [['moved', lines.toSpliced(index, 2, next, line)] satisfies [string, string[]]]),
      ];
      for (const [what, form] of forms) expect(await faultsWith(name, text(form)), `line ${String(index + 1)} ${what}`).toContainEqual(expect.stringContaining(name === 'journal.jsonl' && what === 'removed' && next === undefined ? 'journal.' : name));
    }
  });

  test('a tail cut off the journal together with all that it stood for', async () => {
    const journal = readFileSync(at('journal.jsonl'), 'utf8').split('\n').slice(0, -1);
    for (let left = 1; left < journal.length; left++) {
      expect(await faultsWith('journal.jsonl', `${journal.slice(0, left).join('\n')}\n`)).toContainEqual(expect.stringContaining('journal.'));
    }
  });

  test.for<[what: string, tamper: (dir: string) => void, undo: (dir: string) => void, named: string]>([
    ['a file more in an attempt', (to) => { writeFileSync(join(to, 'trials/oracle.short.handoff.run-1/attempt-1/more.txt'), ''); }, (to) => { rmSync(join(to, 'trials/oracle.short.handoff.run-1/attempt-1/more.txt')); }, 'trials/oracle.short.handoff.run-1/attempt-1/more.txt'],
    ['a link in an attempt', (to) => { symlinkSync('answer.txt', join(to, 'trials/oracle.short.handoff.run-1/attempt-1/link')); }, (to) => { rmSync(join(to, 'trials/oracle.short.handoff.run-1/attempt-1/link')); }, 'trials/oracle.short.handoff.run-1/attempt-1/link'],
    ['an attempt more', (to) => { mkdirSync(join(to, 'trials/oracle.short.handoff.run-1/attempt-2')); }, (to) => { rmSync(join(to, 'trials/oracle.short.handoff.run-1/attempt-2'), { recursive: true }); }, 'trials/oracle.short.handoff.run-1/attempt-2'],
    ['a trial more', (to) => { mkdirSync(join(to, 'trials/best.short.handoff.run-1/attempt-1'), { recursive: true }); }, (to) => { rmSync(join(to, 'trials/best.short.handoff.run-1'), { recursive: true }); }, 'trials/best.short.handoff.run-1'],
    ['a trial less', (to) => { renameSync(join(to, 'trials/leaker.short.handoff.run-1'), join(to, '../aside')); }, (to) => { renameSync(join(to, '../aside'), join(to, 'trials/leaker.short.handoff.run-1')); }, 'trials/leaker.short.handoff.run-1/attempt-1'],
    ['a failed attempt less', (to) => { renameSync(join(to, 'trials/fails.short.handoff.run-1'), join(to, '../aside')); }, (to) => { renameSync(join(to, '../aside'), join(to, 'trials/fails.short.handoff.run-1')); }, 'trials/fails.short.handoff.run-1/attempt-1'],
    ['material that nothing asked for', (to) => { linkSync(join(to, 'lock.json'), join(to, 'material', '0'.repeat(64))); }, (to) => { rmSync(join(to, 'material', '0'.repeat(64))); }, `material/${'0'.repeat(64)}`],
    ['a file more in the campaign', (to) => { writeFileSync(join(to, 'notes.txt'), ''); }, (to) => { rmSync(join(to, 'notes.txt')); }, 'notes.txt'],
  ])('%s', async ([, tamper, undo, named]) => {
    tamper(dir);
    const found = await faults();
    undo(dir);
    expect(found).toContainEqual(expect.stringContaining(named));
  });

  test('the command says so by its exit code, one line a fault, and `ok` once all is put back', async () => {
    const answer = readFileSync(at('trials/oracle.short.handoff.run-1/attempt-1/answer.txt'));
    writeFileSync(at('trials/oracle.short.handoff.run-1/attempt-1/answer.txt'), 'better');
    const { exitCode, stdout } = await cleanslate(['verify', dir]);
    expect({ exitCode, fails: stdout.split('\n').filter((line) => line.startsWith('FAIL')) }).toEqual({ exitCode: 1, fails: ['FAIL trials/oracle.short.handoff.run-1/attempt-1/answer.txt: changed'] });
    expect(JSON.parse((await cleanslate(['verify', dir, '--json'])).stdout)).toContainEqual({ id: 'attempts', ok: false, line: 'trials/oracle.short.handoff.run-1/attempt-1/answer.txt: changed' });
    writeFileSync(at('trials/oracle.short.handoff.run-1/attempt-1/answer.txt'), answer);
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('FAIL') as string });
  });

  test('a score that was changed with everything that stands for it: the scorer of the lock says otherwise', async () => {
    const forged = join(folder(), 'forged');
    cpSync(dir, forged, { recursive: true });
    await forge(forged, 'leaker.short.handoff.run-1', 'score.json', (text) => text.replace('"grounded_correct": 0', '"grounded_correct": 4'));
    expect((await verifyCampaign(forged)).filter(({ ok }) => !ok)).toEqual([]);
    const { exitCode, stdout } = await cleanslate(['verify', forged]);
    expect({ exitCode, fails: stdout.split('\n').filter((line) => line.startsWith('FAIL')) }).toEqual({
      exitCode: 1, fails: ['FAIL trials/leaker.short.handoff.run-1/attempt-1/score.json: is not what its evidence gives: it says 4 of 4 grounded, the scorer 0 of 4 grounded'],
    });
    expect((await cleanslate(['verify', dir])).stdout).toContain('ok   scores: 3 scores recomputed from the evidence, the same');
  });
});
