import { expect, test } from 'vitest';
import type { WireRecord } from '../../gateway/record/wire.js';
import { compactionSigns } from './compaction.js';

const TALK = [{ role: 'user', content: 'Remember the port.' }, { role: 'assistant', content: 'It is 8080.' }];
const ASK = { role: 'user', content: 'And now?' };

let exchange = 0;
const request = (aux: string | null, messages: unknown[], session = 2): WireRecord =>
  ({ type: 'request', exchange: (exchange += 1), session, operation: 'model', aux, dialect: 'openai-chat', target: '/v1/chat/completions', body: { model: 'm', messages } }) as unknown as WireRecord;
const response = (fault: object | null = null): WireRecord => ({ type: 'response', exchange, session: 2, fault }) as unknown as WireRecord;

async function signs(...records: WireRecord[]): Promise<string[]> {
  const wire = (async function* () { yield* records; })();
  return (await compactionSigns(wire, 2)).map(({ blame, kind, message }) => `${blame} ${kind}: ${message}`);
}

test('a summary was asked for and took the place of what had been said', async () => {
  expect(await signs(request(null, TALK, 1), request('compaction', [...TALK, ASK]), response(), request(null, [{ role: 'user', content: 'Summary: a port.' }, ASK]), response())).toEqual([]);
});

test('a CLI that asked for one and goes on with the whole conversation has not compacted it, however it joins the entries', async () => {
  const joined = [TALK[0], { role: 'assistant', content: [{ type: 'text', text: 'It is 8080.' }, { type: 'text', text: 'Sure.' }] }, ASK];
  expect(await signs(request('compaction', [...TALK, ASK]), response(), request(null, joined))).toEqual(["harness not-compacted: the agent's own command did not compact its conversation: its conversation goes on as long as it was"]);
});

test('a command that asked for nothing, in this session, is told', async () => {
  expect(await signs(request('compaction', TALK, 1), request(null, [...TALK, ASK]), response())).toEqual(["harness not-compacted: the agent's own command did not compact its conversation: no summary was asked for"]);
});

test('where the summary failed, whoever failed is blamed', async () => {
  expect(await signs(request('compaction', TALK), response({ blame: 'provider', kind: 'overload', message: 'overloaded' }))).toEqual(['provider overload: the conversation was not compacted: overloaded']);
});
