import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { dirSync } from 'tmp';
import { finishedCampaign, sealAttempt, lineOf } from '../../test/support/campaign.js';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { tickingClock } from '../../test/support/ticking-clock.js';
import { AttemptStore } from './attempt.js';
import { CampaignLock } from './campaign-lock.js';
import { Journal } from './journal.js';
import { Results } from './results.js';
import { verifyCampaign } from './verify.js';

const model = dirSync({ prefix: 'cleanslate-model-', unsafeCleanup: true });

beforeAll(async () => {
  await finishedCampaign(model.name);
  return () => model.removeCallback();
});

async function copy(): Promise<string> {
  const dir = join(temporaryDirectory(), 'campaign');
  await cp(model.name, dir, { recursive: true });
  return dir;
}

const faultsOf = async (dir: string): Promise<string[]> => (await verifyCampaign(dir)).filter(({ ok }) => !ok).map(({ line }) => line);

async function allFiles(dir: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(dir, below), { withFileTypes: true });
  const nested = entries.map((entry) => {
    const name = join(below, entry.name);
    return entry.isDirectory() ? allFiles(dir, name) : Promise.resolve([name]);
  });
  return (await Promise.all(nested)).flat().sort();
}

/** Whether a line of the report names this file. */
const names = (file: string) => (line: string): boolean => line.startsWith(`${file}:`) || (file === 'journal.jsonl' && line.includes(file));

describe('an untouched campaign', () => {
  it('passes, and says what was checked', async () => {
    expect(await verifyCampaign(model.name)).toMatchInlineSnapshot(`
      [
        {
          "id": "state",
          "line": "campaign: finished",
          "ok": true,
        },
        {
          "id": "chain",
          "line": "journal.jsonl: 15 entries, each follows from the one before",
          "ok": true,
        },
        {
          "id": "head",
          "line": "journal.head: stands for the last entry",
          "ok": true,
        },
        {
          "id": "campaign",
          "line": "campaign.json: as opened",
          "ok": true,
        },
        {
          "id": "lock",
          "line": "lock.json: as locked",
          "ok": true,
        },
        {
          "id": "attempts",
          "line": "trials: 4 attempts, 19 files, unchanged",
          "ok": true,
        },
        {
          "id": "results",
          "line": "results.jsonl: 3 lines, as announced",
          "ok": true,
        },
        {
          "id": "material",
          "line": "material: 4 files, unchanged",
          "ok": true,
        },
        {
          "id": "files",
          "line": "campaign directory: no unknown files",
          "ok": true,
        },
      ]
    `);
  });

  it('may have a report in it', async () => {
    const dir = await copy();
    await mkdir(join(dir, 'report'));
    await writeFile(join(dir, 'report', 'index.html'), '<p>');
    expect(await faultsOf(dir)).toEqual([]);
  });

  it('is not what a directory without a campaign is', async () => {
    await expect(verifyCampaign(temporaryDirectory())).rejects.toThrow('is not a campaign directory');
    await expect(verifyCampaign('/does/not/exist')).rejects.toThrow('is not a campaign directory');
  });
});

describe('every file of a campaign', () => {
  it('is named when one byte of it changes: the first, one in the middle, the last', async () => {
    const dir = await copy();
    const files = await allFiles(dir);
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const bytes = await readFile(join(dir, file));
      for (const at of new Set([0, bytes.length >> 1, bytes.length - 1])) {
        const other = Buffer.from(bytes);
        other[at] = (other[at] ?? 0) ^ 1;
        await writeFile(join(dir, file), other);
        const faults = await faultsOf(dir);
        expect(faults.some(names(file)), `${file} byte ${String(at)}: ${faults.join(' | ')}`).toBe(true);
      }
      await writeFile(join(dir, file), bytes);
    }
    expect(await faultsOf(dir)).toEqual([]);
  });

  it('is named when it loses its last byte, gets one more, or is gone', async () => {
    const dir = await copy();
    for (const file of await allFiles(dir)) {
      const path = join(dir, file);
      const bytes = await readFile(path);
      const damages = [() => truncate(path, bytes.length - 1), () => appendFile(path, 'x'), () => appendFile(path, '\n'), () => rm(path)];
      for (const damage of damages) {
        await damage();
        const faults = await faultsOf(dir);
        expect(faults.some(names(file)), `${file}: ${damage.toString()} ${faults.join(' | ')}`).toBe(true);
        await writeFile(path, bytes);
      }
    }
    expect(await faultsOf(dir)).toEqual([]);
  });

  it('is named where nothing stands for it', async () => {
    const dir = await copy();
    const added = [
      'extra.txt', 'journal.head.123', 'owner.nobody', 'material/notes.txt', `material/${'0'.repeat(64)}`, 'trials/a/attempt-1/extra.txt',
      'trials/a/attempt-1/session-1/extra.txt', 'trials/a/attempt-2', 'trials/a/attempt-1.partial', 'trials/z', 'trials/c/attempt-1', 'trials/a/x',
    ];
    for (const file of added) {
      await writeFile(join(dir, file), 'x');
      const faults = await faultsOf(dir);
      expect(faults.some(names(file)), `${file}: ${faults.join(' | ')}`).toBe(true);
      await rm(join(dir, file));
    }
    await mkdir(join(dir, 'trials/a/attempt-1/empty'));
    await symlink('/etc/passwd', join(dir, 'trials/a/attempt-1/link'));
    expect(await faultsOf(dir)).toEqual([
      'trials/a/attempt-1/link: unknown, not in evidence.sha256',
      'trials/a/attempt-1/empty: unknown, not in evidence.sha256',
    ]);
  });

  it('is named when a link to the same bytes takes its place', async () => {
    const dir = await copy();
    const path = join(dir, 'trials/a/attempt-1/answer.txt');
    await rename(path, join(dir, '..', 'answer.txt'));
    await symlink(join(dir, '..', 'answer.txt'), path);
    expect(await faultsOf(dir)).toContain('trials/a/attempt-1/answer.txt: missing');
  });
});

describe('whole parts of a campaign', () => {
  it('names an attempt that was removed, and one that was exchanged for another', async () => {
    const dir = await copy();
    await rm(join(dir, 'trials/b/attempt-1'), { recursive: true });
    expect(await faultsOf(dir)).toEqual(['trials/b/attempt-1: missing']);
    await cp(join(dir, 'trials/b/attempt-2'), join(dir, 'trials/b/attempt-1'), { recursive: true });
    expect(await faultsOf(dir)).toEqual(['trials/b/attempt-1/evidence.sha256: changed']);
  });

  it('catches a forged file even when the list beside it was forged to match', async () => {
    const dir = await copy();
    const attempt = join(dir, 'trials/a/attempt-1');
    const store = await AttemptStore.create(temporaryDirectory(), 'a', 1);
    for (const file of await allFiles(attempt)) {
      if (file !== 'evidence.sha256') await store.write(file, file === 'answer.txt' ? 'no' : await readFile(join(attempt, file)));
    }
    await store.seal();
    const forged = store.dir.replace('.partial', '');
    await rm(attempt, { recursive: true });
    await cp(forged, attempt, { recursive: true });
    expect(await faultsOf(dir)).toEqual(['trials/a/attempt-1/evidence.sha256: changed']);
  });

  it.each(['journal.jsonl', 'results.jsonl'])('catches each line of %s removed, doubled, or moved down by one', async (file) => {
    const dir = await copy();
    const path = join(dir, file);
    const lines = (await readFile(path, 'utf8')).split(/(?<=\n)/);
    for (const at of lines.keys()) {
      const without = lines.toSpliced(at, 1);
      const variants = [without, lines.toSpliced(at, 0, lines[at] ?? ''), without.toSpliced(at + 1, 0, lines[at] ?? '')];
      for (const variant of variants.filter((one) => one.join('') !== lines.join(''))) {
        await writeFile(path, variant.join(''));
        expect((await faultsOf(dir)).some((line) => line.includes(file)), `line ${String(at + 1)}`).toBe(true);
      }
    }
  });

  it('names the line at which a journal stops following', async () => {
    const dir = await copy();
    const path = join(dir, 'journal.jsonl');
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, lines.toSpliced(4, 1).join('\n'));
    expect(await faultsOf(dir)).toEqual([
      'journal.jsonl:5: does not follow from the line before: changed, removed or moved; without an intact journal nothing else can be checked',
    ]);
  });
});

describe('a campaign that is not finished', () => {
  it('is said to be running, and what is on its way is not at fault', async () => {
    const dir = await copy();
    const lock = await CampaignLock.acquire(dir);
    const journal = await Journal.open(dir, tickingClock());
    await journal.append({ type: 'campaign.resumed' });
    await journal.append({ type: 'attempt.started', trial: 'd', attempt: 1 });
    await AttemptStore.create(dir, 'd', 1);
    await writeFile(join(dir, 'journal.head.99'), 'half');
    const checks = await verifyCampaign(dir);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks[0]?.line).toBe(`campaign: running (process ${String(process.pid)}), 1 without an end yet; this is how far it is`);
    await journal.close();
    await lock.release();
  });

  it('is said to have died, and evidence that was finished before is still checked', async () => {
    const dir = await copy();
    const journal = await Journal.open(dir, tickingClock());
    await journal.append({ type: 'campaign.resumed' });
    await journal.append({ type: 'attempt.started', trial: 'd', attempt: 1 });
    await AttemptStore.create(dir, 'd', 1);
    await journal.close();
    const lock = await CampaignLock.acquire(dir);
    const owner = (await readdir(dir)).find((name) => name.startsWith('owner.')) ?? '';
    await lock.release();
    await writeFile(join(dir, owner.replace(/:\d*$/, ':1')), '');
    const checks = await verifyCampaign(dir);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks[0]?.line).toContain('not finished, the harness');
    expect(checks[0]?.line).toContain('died, 1 without an end yet; `run` with the same --out resumes it');
    await writeFile(join(dir, 'trials/a/attempt-1/answer.txt'), 'no');
    expect(await faultsOf(dir)).toEqual(['trials/a/attempt-1/answer.txt: changed']);
  });

  it('that was stopped cleanly leaves no attempt without an end', async () => {
    const dir = await copy();
    const journal = await Journal.open(dir, tickingClock());
    await journal.append({ type: 'campaign.resumed' });
    await journal.append({ type: 'campaign.interrupted', reason: 'Ctrl-C' });
    expect(await faultsOf(dir)).toEqual([]);
    await journal.append({ type: 'attempt.started', trial: 'd', attempt: 1 });
    await journal.close();
    expect(await faultsOf(dir)).toEqual(['campaign: not finished, it was stopped, 1 without an end yet; `run` with the same --out resumes it']);
  });

  it('that is finished has a line for each valid attempt', async () => {
    const dir = await copy();
    const journal = await Journal.open(dir, tickingClock());
    await sealAttempt(dir, journal, 'd', 1);
    expect(await faultsOf(dir)).toEqual(['trials/d/attempt-1: valid, but has no line in results.jsonl']);
    const results = await Results.open(dir, journal, lineOf(dir));
    await results.close();
    await journal.close();
    expect(await faultsOf(dir)).toEqual([]);
  });
});

it('changes nothing', async () => {
  const dir = await copy();
  const before = await Promise.all((await allFiles(dir)).map(async (file) => [file, (await stat(join(dir, file))).mtimeMs]));
  await verifyCampaign(dir);
  expect(await Promise.all((await allFiles(dir)).map(async (file) => [file, (await stat(join(dir, file))).mtimeMs]))).toEqual(before);
  expect(existsSync(join(dir, 'report'))).toBe(false);
});
