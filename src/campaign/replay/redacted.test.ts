import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { systemClock } from '../../common/clock.js';
import { UserError } from '../../common/errors.js';
import { generalMask } from '../../gateway/replay/mask.js';
import type { Divergence } from '../../trial/compare/divergence.js';
import { withholdPrompts } from '../publish/redact/withhold.js';
import type { Original } from './original.js';
import { recordedModel } from './recorded-model.js';
import { tellApart } from './redacted.js';

const differs = (a: string | null, b: string | null): Divergence => ({ kind: 'answer', session: null, where: 'answer.txt', a, b });

test('where a difference begins in what was redacted, nothing is told of it; anywhere else it is one', () => {
  const unknown = [differs('ask [redacted:e-mail]****, now', 'ask mara.lind@example.de, now'), differs('see [redacted:personal]*', 'see [red] door'), differs('x ****** y', 'x secret y')];
  const differing = [differs('ask [redacted:e-mail]****, now', 'tell mara.lind@example.de'), differs(null, 'x'), differs('a **bold** word', 'a **bald** word')];
  expect(tellApart([...unknown, ...differing])).toEqual({ unknown, differing });
});

test('a model whose program\'s prompts are withheld cannot be played back: one line says how many of what, and where', async () => {
  const dir = temporaryDirectory();
  mkdirSync(dir, { recursive: true });
  const request = (exchange: number, body: object): string => withholdPrompts(JSON.stringify({ type: 'request', exchange, operation: 'model', body }));
  writeFileSync(join(dir, 'wire.jsonl'), `${request(1, { system: 'You are its program.', tools: [{ name: 'read' }, { name: 'write' }], messages: [] })}\n${request(2, { messages: [{ role: 'developer', content: 'Mind the gap.' }] })}\n`);
  const original = { dir, side: { record: undefined }, wire: join(dir, 'wire.jsonl') } as unknown as Original;
  const refused = await recordedModel('p', original, { limits: {} as never, mask: generalMask(), secrets: [], clock: systemClock }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UserError);
  expect((refused as UserError).exitCode).toBe(2);
  expect((refused as UserError).line).toBe(`${dir}/wire.jsonl: its program's own texts are published by digest only, 2 prompts and 2 tool definitions (first in line 1): its model cannot be played back; use --live, or --recorded with the campaign that the bundle was made of`);
});
