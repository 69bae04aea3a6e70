import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { formatOwner, thisProcess } from '../../common/owner.js';
import type { JournalEntry } from '../../evidence/journal.js';
import { OWNER_PREFIX } from '../../evidence/layout.js';
import { asItStands, standingOf } from './standing.js';
import type { TrialRow } from './trial-rows.js';

const entry = (type: string, at: number, more: object = {}): JournalEntry => ({ type, time: `2026-01-01T00:00:0${String(at)}.000Z`, seq: at, prev: '', ...more }) as unknown as JournalEntry;
const BEGUN = [entry('campaign.opened', 1), entry('attempt.started', 2, { trial: 't', attempt: 1 })];

function campaign(owner?: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'cleanslate-standing-'));
  onTestFinished(() => { rmSync(dir, { recursive: true }); });
  if (owner !== undefined) writeFileSync(join(dir, OWNER_PREFIX + owner), '');
  return dir;
}

const alive = (): string => formatOwner(thisProcess());
/** Of this machine, and of a number that no process can have. */
const dead = (): string => formatOwner({ ...thisProcess(), pid: 2 ** 30 });

test('it runs where its process is there, and is left where that is gone without a word', async () => {
  expect(await standingOf({ dir: campaign(alive()), entries: BEGUN })).toMatchObject({ is: 'running' });
  for (const owner of [undefined, dead()]) expect(await standingOf({ dir: campaign(owner), entries: BEGUN })).toMatchObject({ is: 'left', at: BEGUN[1]?.time });
});

test.each([
  ['campaign.interrupted', 'interrupted'], ['campaign.finished', 'finished'], ['campaign.waiting', 'waiting'], ['campaign.published', 'published'],
])('after %s it is %s, until it goes on', async (type, is) => {
  const entries = [...BEGUN, entry(type, 3, { reason: 'the harness was stopped' })];
  expect(await standingOf({ dir: campaign(), entries })).toEqual({ is, at: entries[2]?.time, reason: is === 'interrupted' ? 'the harness was stopped' : undefined });
  expect(await standingOf({ dir: campaign(alive()), entries: [...entries, entry('campaign.resumed', 4)] })).toMatchObject({ is: 'running' });
});

test('a trial that nobody runs is not running', () => {
  const row = { state: 'running' } as TrialRow;
  expect([asItStands(row, { is: 'running', at: '', reason: undefined }).state, asItStands(row, { is: 'left', at: '', reason: undefined }).state]).toEqual(['running', 'interrupted']);
});
