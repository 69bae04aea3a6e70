import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Replay } from '../../src/campaign/replay/replay.js';
import { cleanslate, manifestFile, type Finished } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { suiteDirectory } from '../support/temporary.js';

const TRIAL = 'codex.short.handoff.run-1';

describeWithEngine('replay of the real Codex', () => {
  const folder = suiteDirectory();
  let dir: string;
  const replay = (...args: string[]): Promise<Finished> => cleanslate(['replay', ...args.slice(0, 1), TRIAL, ...args.slice(1)]);
  const copy = (name: string): string => {
    const to = join(folder(), name);
    cpSync(dir, to, { recursive: true });
    return to;
  };

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const manifest = {
      campaign: 'replayed', runs: 1, attempts: 1, limits: { agent_seconds: 120 }, tasks: [{ scenario: 'short', profiles: ['handoff'] }],
      configurations: [{ id: 'codex', agent: 'codex', model: { label: 'gpt-5.5', provider: 'scripted', script: 'reader' } }],
    };
    const run = await cleanslate(['run', manifestFile(manifest, folder()), '--engine', 'docker', '--out', dir]);
    expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
  }, 300_000);

  test('after one byte of a seed was changed, the tool result that showed it is named', { timeout: 120_000 }, async () => {
    const changed = copy('changed');
    for (const name of readdirSync(join(changed, 'material'))) {
      const bytes = readFileSync(join(changed, 'material', name));
      const at = bytes.indexOf('SQLite database');
      if (at === -1 || !bytes.includes('ustar')) continue;
      bytes.write('X', at);
      writeFileSync(join(changed, 'material', name), bytes);
    }
    const { exitCode, stdout } = await replay(changed, '--json');
    expect(exitCode).toBe(1);
    const { first_step, notes, replayed } = JSON.parse(stdout) as Replay;
    expect(notes.join()).toContain('is not what its name says');
    // Its stream and the wire tell of it at the same time; either is where the difference is seen first.
    expect(['tool-result', 'request']).toContain(first_step?.kind);
    expect(first_step).toMatchObject({ a: expect.stringContaining('a SQLite database') as string, b: expect.stringContaining('a XQLite database') as string });
    // Nothing was recorded for what it asks then: it is stopped, or gives up by itself before.
    expect(replayed).toMatchObject({ valid: false });
    expect(['model-stop', 'agent-exit']).toContain(replayed?.ended);
  });

  test('an image that the engine has not, and a recording that is gone, are named', async () => {
    const elsewhere = copy('elsewhere');
    const file = join(elsewhere, `trials/${TRIAL}/attempt-1/attempt.json`);
    const absent = `sha256:${'0'.repeat(64)}`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"image_digest": "sha256:[0-9a-f]{64}"/, `"image_digest": "${absent}"`));
    expect(await replay(elsewhere)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`the engine has no image ${absent}`) as string });
    const mute = copy('mute');
    rmSync(join(mute, `trials/${TRIAL}/attempt-1/wire.jsonl`));
    expect(await replay(mute)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('wire.jsonl: is missing: the recorded model') as string });
  });
});
