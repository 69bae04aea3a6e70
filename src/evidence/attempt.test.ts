import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { sha256 } from '../common/digest.js';
import { AttemptStore, sealInterrupted } from './attempt.js';
import { assertTrialId, isTrialId, parseAttemptName } from './layout.js';

describe('an attempt', () => {
  it('has its name only when it is complete, with digests that sha256sum agrees to', async () => {
    const dir = temporaryDirectory();
    const store = await AttemptStore.create(dir, 'codex.short-1', 2);
    await store.write('session-1/prompts/1.txt', 'what is decided?');
    await store.write('changes/home/blobs/ab', Readable.from([Buffer.from([0, 255]), Buffer.from([10])]));
    const stdout = await store.stream('session-1/stdout');
    stdout.write('one\n');
    expect(await readdir(join(dir, 'trials/codex.short-1'))).toEqual(['attempt-2.partial']);
    const digest = await store.seal();
    expect(await readdir(join(dir, 'trials/codex.short-1'))).toEqual(['attempt-2']);
    const final = join(dir, 'trials/codex.short-1/attempt-2');
    const listing = await readFile(join(final, 'evidence.sha256'));
    expect(sha256(listing)).toBe(digest);
    expect(listing.toString()).toBe(
      [
        `${sha256(Buffer.from([0, 255, 10]))}  changes/home/blobs/ab`,
        `${sha256('what is decided?')}  session-1/prompts/1.txt`,
        `${sha256('one\n')}  session-1/stdout`,
      ].join('\n') + '\n',
    );
    execFileSync('sha256sum', ['--strict', '--check', 'evidence.sha256'], { cwd: final });
  });

  it('may settle before the last files come, and is sealed with what they hold in the end', async () => {
    const store = await AttemptStore.create(temporaryDirectory(), 'a', 1);
    await store.write('answer.txt', 'draft');
    await store.write('score.json', '{}');
    await store.refer('prompt', sha256('p'));
    await store.settle();
    await store.write('answer.txt', 'final');
    await store.refer('agent', sha256('a'));
    await store.write('attempt.json', '{}');
    await store.seal();
    const sealed = store.dir.replace('.partial', '');
    expect((await readFile(join(sealed, 'evidence.sha256'), 'utf8')).match(/\S+$/gm)).toEqual(['answer.txt', 'attempt.json', 'material.jsonl', 'score.json']);
    execFileSync('sha256sum', ['--strict', '--check', 'evidence.sha256'], { cwd: sealed });
  });

  it('is made once: neither a finished nor an unfinished one can be begun again', async () => {
    const dir = temporaryDirectory();
    const store = await AttemptStore.create(dir, 'a', 1);
    await expect(AttemptStore.create(dir, 'a', 1)).rejects.toThrow('the attempt exists already');
    await store.seal();
    await expect(AttemptStore.create(dir, 'a', 1)).rejects.toThrow('the attempt exists already');
  });

  it.each(['../x', 'a/../../x', '/etc/x', 'a//b', './a', 'a/.', '..', '', 'ä', 'a b', 'a\nb', 'a\\b', 'evidence.sha256'])('keeps nothing under the name %j', async (name) => {
    const store = await AttemptStore.create(temporaryDirectory(), 'a', 1);
    await expect(store.write(name, 'x')).rejects.toThrow('not a name for evidence');
    await expect(store.stream(name)).rejects.toThrow('not a name for evidence');
  });

  it('slows its writer down to what the disk takes, and holds little', async () => {
    const store = await AttemptStore.create(temporaryDirectory(), 'a', 1);
    const stream = await store.stream('session-1/stdout');
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let most = 0;
    for (let count = 0; count < 500; count += 1) {
      if (!stream.write(chunk)) await new Promise((resolve) => stream.once('drain', resolve));
      most = Math.max(most, stream.writableLength);
    }
    await store.seal();
    expect(most).toBeLessThan(4 * chunk.length);
    const sealed = store.dir.replace('.partial', '');
    expect((await readFile(join(sealed, 'session-1/stdout'))).length).toBe(500 * chunk.length);
  });

  it('is not sealed with a hole in it', async () => {
    const dir = temporaryDirectory();
    const store = await AttemptStore.create(dir, 'a', 1);
    const stream = await store.stream('session-1/stdout');
    await new Promise((resolve) => stream.write('x', resolve));
    stream.destroy(new Error('no space left on device'));
    await expect(store.seal()).rejects.toMatchObject({ exitCode: 3, message: 'cannot be written: no space left on device' });
    expect(existsSync(join(dir, 'trials/a/attempt-1'))).toBe(false);
  });

  it('leaves no half file where its source breaks', async () => {
    const store = await AttemptStore.create(temporaryDirectory(), 'a', 1);
    const broken = Readable.from((function* () { yield 'begun'; throw new Error('engine gone'); })());
    await expect(store.write('wire.jsonl', broken)).rejects.toThrow('engine gone');
    expect(await readdir(store.dir)).toEqual([]);
  });

  it('notes what it used from material/, which is kept once', async () => {
    const dir = temporaryDirectory();
    const [one, other] = [await AttemptStore.create(dir, 'a', 1), await AttemptStore.create(dir, 'b', 1)];
    const digests = await Promise.all([one.keep('seed', 'same'), other.keep('seed', Buffer.from('same')), one.keep('prompt', Readable.from(['sa', 'me']))]);
    expect(new Set(digests)).toEqual(new Set([sha256('same')]));
    expect(await readdir(join(dir, 'material'))).toEqual([sha256('same')]);
    await one.seal();
    const noted = (await readFile(join(dir, 'trials/a/attempt-1/material.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line) as unknown);
    expect(noted).toEqual(expect.arrayContaining([{ sha256: sha256('same'), use: 'seed' }, { sha256: sha256('same'), use: 'prompt' }]));
    expect((await one.material.get(sha256('same'))).toString()).toBe('same');
  });
});

describe('what a dead harness left of an attempt', () => {
  it('is kept, says why, and gets its name', async () => {
    const dir = temporaryDirectory();
    const store = await AttemptStore.create(dir, 'a', 1);
    await store.write('session-1/initial.json', '{}');
    const digest = await sealInterrupted(dir, 'a', 1, 'the harness died');
    const final = join(dir, 'trials/a/attempt-1');
    expect(sha256(await readFile(join(final, 'evidence.sha256')))).toBe(digest);
    expect(JSON.parse(await readFile(join(final, 'interrupted.json'), 'utf8'))).toEqual({ trial: 'a', attempt: 1, reason: 'the harness died' });
    expect((await readFile(join(final, 'evidence.sha256'), 'utf8')).split('\n')).toHaveLength(3);
    expect(await sealInterrupted(dir, 'a', 1, 'again')).toBe(digest);
  });

  it('is nothing if it had not begun, and the same if it was sealed but not on the journal', async () => {
    const dir = temporaryDirectory();
    expect(await sealInterrupted(dir, 'a', 1, 'x')).toBeNull();
    const store = await AttemptStore.create(dir, 'a', 1);
    await store.write('answer.txt', 'yes');
    const digest = await store.seal();
    expect(await sealInterrupted(dir, 'a', 1, 'x')).toBe(digest);
    expect(existsSync(join(dir, 'trials/a/attempt-1/interrupted.json'))).toBe(false);
  });

  it('may have died while it was being sealed', async () => {
    const dir = temporaryDirectory();
    const store = await AttemptStore.create(dir, 'a', 1);
    await store.write('answer.txt', 'yes');
    await writeFile(join(store.dir, 'evidence.sha256'), 'half a li');
    const digest = await sealInterrupted(dir, 'a', 1, 'the harness died');
    const listing = await readFile(join(dir, 'trials/a/attempt-1/evidence.sha256'), 'utf8');
    expect(sha256(listing)).toBe(digest);
    expect(listing.split('\n').slice(0, -1).map((line) => line.slice(66))).toEqual(['answer.txt', 'interrupted.json']);
  });
});

describe('material', () => {
  it('says so when a file is missing or is not what its name says', async () => {
    const dir = temporaryDirectory();
    const { material } = await AttemptStore.create(dir, 'a', 1);
    const digest = await material.put('x');
    expect(await material.has(digest)).toBe(true);
    await writeFile(join(dir, 'material', digest), 'y');
    await expect(material.get(digest)).rejects.toMatchObject({ line: `material/${digest}: changed` });
    await rm(join(dir, 'material', digest));
    expect(await material.has(digest)).toBe(false);
    await expect(material.get(digest)).rejects.toMatchObject({ line: `material/${digest}: is missing` });
  });

  it('takes the same bytes from many at once, and large ones as a stream', async () => {
    const dir = temporaryDirectory();
    const { material } = await AttemptStore.create(dir, 'a', 1);
    const big = function* (): Generator<Buffer> { for (let n = 0; n < 200; n += 1) yield Buffer.alloc(64 * 1024, n); };
    const hash = createHash('sha256');
    for (const chunk of big()) hash.update(chunk);
    const expected = hash.digest('hex');
    const digests = await Promise.all(Array.from({ length: 4 }, () => material.putStream(Readable.from(big()))));
    await Promise.all(Array.from({ length: 20 }, () => material.put('small')));
    expect(new Set(digests)).toEqual(new Set([expected]));
    expect((await readdir(join(dir, 'material'))).sort()).toEqual([expected, sha256('small')].sort());
  });

  it('leaves nothing of a stream that breaks', async () => {
    const dir = temporaryDirectory();
    const { material } = await AttemptStore.create(dir, 'a', 1);
    const broken = Readable.from((function* () { yield Buffer.from('x'); throw new Error('gone'); })());
    await expect(material.putStream(broken)).rejects.toThrow('gone');
    expect(await readdir(join(dir, 'material'))).toEqual([]);
  });
});

describe('names', () => {
  it.each(['a', 'codex.short.handoff-5', '0', '_', '...', 'a'.repeat(200)])('%j is a trial id', (trial) => {
    expect(assertTrialId(trial)).toBe(trial);
  });

  it.each(['', '.', '..', 'A', 'a/b', 'a\\b', 'ä', 'a b', 'a\n', '../x', 'a'.repeat(201)])('%j is none', (trial) => {
    expect(isTrialId(trial)).toBe(false);
    expect(() => assertTrialId(trial)).toThrow('not a trial id');
  });

  it('an attempt has a number from 1, written in one way', () => {
    expect(['attempt-1', 'attempt-12', 'attempt-0', 'attempt-01', 'attempt-1.partial', 'x'].map(parseAttemptName)).toEqual([1, 12, undefined, undefined, undefined, undefined]);
  });
});

it('an attempt whose folder cannot be made is a harness error', async () => {
  const dir = temporaryDirectory();
  await mkdir(join(dir, 'trials'));
  await writeFile(join(dir, 'trials', 'a'), '');
  await expect(AttemptStore.create(dir, 'a', 1)).rejects.toMatchObject({ exitCode: 3 });
});
