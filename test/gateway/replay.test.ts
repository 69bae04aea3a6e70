import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/common/errors.js';
import { provide, serve, type Served } from '../support/gateway.js';
import { READ, SHELL, work, WRITE } from '../support/mini-agent.js';
import { temporaryDirectory } from '../support/temporary.js';
import { DIALECT_IDS } from '../../src/gateway/dialects/message.js';

async function recorded(script: string, drive: (served: Served) => Promise<unknown>): Promise<{ base: string; live: Served }> {
  const base = temporaryDirectory();
  writeFileSync(join(base, 's.yaml'), script);
  writeFileSync(join(base, 'notes.md'), 'Written down.\n');
  const live = await serve({ mode: 'scripted', script: 's.yaml' }, { base });
  await drive(live);
  await live.attempt.close();
  writeFileSync(join(base, 'wire.jsonl'), live.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return { base, live };
}

test.each(DIALECT_IDS)('%s: a recorded conversation is replayed without its model, to the same end', async (dialect) => {
  const script = 'turns: [{ run: "date +%s%N; cat notes.md" }, { read: notes.md }, { answer: the end }]';
  const talk = (workspace: string, stream: boolean) => ({ dialect, stream, workspace, tools: [SHELL, READ, WRITE] });
  for (const stream of [true, false]) {
    const quiet = script.replace('date +%s%N; ', '');
    const { base, live } = await recorded(quiet, (served) => work(served.ask, talk(base0(), stream), 'Go.'));
    const replayed = await serve({ mode: 'replay', cassette: 'wire.jsonl' }, { base });
    const { reply } = await work(replayed.ask, talk(base0(), stream), 'Go.');
    expect(reply.text).toBe('the end');
    await replayed.attempt.close();
    expect(replayed.responses().map((response) => response.reply)).toEqual(live.responses().map((response) => response.reply));
    expect(replayed.requests()[0]?.mode).toBe('replay');
  }
});

function base0(): string {
  const base = temporaryDirectory();
  writeFileSync(join(base, 'notes.md'), 'Written down.\n');
  return base;
}

const CHAT = '/v1/chat/completions';
const chat = (content: string): object => ({ model: 'm', stream: true, messages: [{ role: 'user', content }] });

test('what changes from run to run does not matter, what is asked does', async () => {
  const asked = (day: string, id: string, word: string): object => chat(`<current_date>${day}</current_date> session ${id} took 12 ms: ${word}`);
  const { base } = await recorded('turns: [{ answer: ok }]', ({ ask }) => ask(CHAT, asked('2026-11-29', '01a2295d-ab52-77b2-b409-a4e7ea42f157', 'red')));
  const replayed = await serve({ mode: 'replay', cassette: 'wire.jsonl' }, { base });
  expect((await replayed.ask(CHAT, asked('2027-01-02', '11111111-ab52-77b2-b409-a4e7ea42f157', 'red'))).status).toBe(200);
  expect(replayed.signals).toEqual([]);
  expect((await replayed.ask(CHAT, asked('2026-11-29', '01a2295d-ab52-77b2-b409-a4e7ea42f157', 'blue'))).status).toBe(400);
  expect(replayed.signals).toMatchObject([{ kind: 'replay-miss' }]);
});

test('a miss shows both sides at the first place where they differ', async () => {
  const { base } = await recorded('turns: [{ answer: ok }]', ({ ask }) => ask(CHAT, chat('red')));
  const replayed = await serve({ mode: 'replay', cassette: 'wire.jsonl' }, { base });
  await replayed.ask(CHAT, chat('blue'));
  expect((await replayed.onlyResponse()).fault).toMatchObject({ kind: 'replay-miss', blame: 'harness', detail: { exchange: 1, at: '/messages/0/content', recorded: 'red', asked: 'blue' } });
});

test('the same request gets its recorded responses in order: a fault first, then the reply, and the reply again', async () => {
  const { base } = await recorded('turns: [{ fail: { status: 429, times: 1 } }, { cut_stream: { times: 1 } }, { answer: ok }]', async ({ ask }) => {
    for (let turn = 0; turn < 3; turn += 1) await ask(CHAT, chat('red'));
  });
  const replayed = await serve({ mode: 'replay', cassette: 'wire.jsonl' }, { base });
  for (let turn = 0; turn < 4; turn += 1) await replayed.ask(CHAT, chat('red'));
  await replayed.attempt.close();
  expect(replayed.responses().map(({ fault }) => fault?.kind ?? null)).toEqual(['rate-limit', 'cut-stream', null, null]);
});

test.each([['not json\n', 'wire.jsonl:1'], ['{"type":"request"}\n', 'wire.jsonl:1']])('a cassette that is none is the user\'s mistake: %j', async (content, where) => {
  const base = temporaryDirectory();
  writeFileSync(join(base, 'wire.jsonl'), content);
  const error = await provide({ mode: 'replay', cassette: 'wire.jsonl' }, { base }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).line).toContain(where);
});
