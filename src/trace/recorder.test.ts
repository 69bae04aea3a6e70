import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { tickingClock } from '../../test/support/ticking-clock.js';
import type { ParsedEvent, TraceEvent } from './events.js';
import { parseTraceLine, readTrace } from './read-trace.js';
import { Recorder } from './recorder.js';

/** A parser as adapters have them: JSON lines are events, another line breaks it. */
const parse = (line: string): ParsedEvent[] => {
  const value = JSON.parse(line) as ParsedEvent | ParsedEvent[];
  return Array.isArray(value) ? value : [value];
};

interface Setup {
  recorder: Recorder;
  events(): TraceEvent[];
}

function record(options: { parse?: (line: string) => ParsedEvent[]; maxLineBytes?: number } = {}): Setup {
  const chunks: Buffer[] = [];
  const out = new Writable({ write: (chunk: Buffer, _, done) => { chunks.push(chunk); done(); } });
  const recorder = new Recorder({ out, clock: tickingClock(), parse, ...options });
  return { recorder, events: () => Buffer.concat(chunks).toString().split('\n').slice(0, -1).map((line) => parseTraceLine(line, 'trace')) };
}

const message = (text: string): string => JSON.stringify({ type: 'message', result: text });

describe('raw bytes', () => {
  it('give the same events wherever they are cut, each with its exact place', async () => {
    const lines = fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }).map(message), fc.constant('not json'), fc.constant('')), { maxLength: 8 });
    await fc.assert(fc.asyncProperty(lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.array(fc.nat(300)), async (texts, ending, last, cuts) => {
      const raw = Buffer.from(texts.join(ending) + (last ? ending : ''));
      const whole = record();
      await whole.recorder.feed(1, 'stdout', raw);
      await whole.recorder.endSession(1);
      const pieces = record();
      const at = [0, ...cuts.filter((cut) => cut < raw.length).sort((a, b) => a - b), raw.length];
      for (const [index, start] of at.slice(0, -1).entries()) await pieces.recorder.feed(1, 'stdout', raw.subarray(start, at[index + 1]));
      await pieces.recorder.endSession(1);
      const placed = (events: TraceEvent[]): unknown[] => events.map(({ time: _, ...rest }) => rest);
      expect(placed(pieces.events())).toEqual(placed(whole.events()));
      const expected = texts.flatMap((text, index) => (text === '' ? [] : [{ text, line: index + 1 }]));
      expect(whole.events().map(({ raw: place }) => ({ line: place?.line, text: raw.subarray(place?.offset, (place?.offset ?? 0) + (place?.length ?? 0)).toString() }))).toEqual(expected);
    }), { numRuns: 60 });
  });

  it('may end in the middle of a character, and may not be UTF-8 at all', async () => {
    const { recorder, events } = record();
    const line = Buffer.from(message('naïve 😀'));
    for (const byte of line) await recorder.feed(1, 'stdout', Buffer.of(byte));
    await recorder.feed(1, 'stdout', Buffer.concat([Buffer.from('\n{"type":"message","result":"a'), Buffer.of(0xff, 0xc3), Buffer.from('"}\n'), Buffer.of(0, 1, 0xfe)]));
    await recorder.endSession(1);
    expect(events().map(({ type, result }) => [type, result])).toMatchObject([
      ['message', 'naïve 😀'],
      ['message', 'a\ufffd\ufffd'],
      ['unparsed', { text: '\u0000\u0001\ufffd' }],
    ]);
    expect(events()[2]?.raw).toEqual({ file: 'stdout', line: 3, offset: line.length + 1 + 34, length: 3 });
  });

  it('are not kept: whoever feeds them may use the buffer again', async () => {
    const { recorder, events } = record();
    const buffer = Buffer.from(message('first'));
    await recorder.feed(1, 'stdout', buffer);
    buffer.fill(0);
    await recorder.feed(1, 'stdout', Buffer.from('\n'));
    expect(events()).toMatchObject([{ type: 'message', result: 'first' }]);
  });

  it('may begin with a byte order mark', async () => {
    const { recorder, events } = record();
    await recorder.feed(1, 'stdout', Buffer.from(`\ufeff${message('x')}\n`));
    expect(events()).toMatchObject([{ type: 'message', raw: { offset: 0, length: Buffer.byteLength(message('x')) + 3 } }]);
  });
});

describe('a line that is not understood', () => {
  it('becomes one unparsed event that says why, never nothing', async () => {
    const { recorder, events } = record({
      parse: (line) => {
        if (line === 'throws') throw new Error('unknown event');
        if (line === 'empty') return [];
        if (line === 'wrong') return [{ type: 'guess' } as unknown as ParsedEvent];
        return [{ type: 'unparsed', result: line }];
      },
    });
    await recorder.feed(1, 'stdout', Buffer.from('throws\nempty\nwrong\nelse\n\n  \n'));
    expect(events().map(({ type, result }) => [type, result])).toMatchObject([
      ['unparsed', { reason: 'unknown event', text: 'throws' }],
      ['unparsed', { reason: 'no event', text: 'empty' }],
      ['unparsed', { text: 'wrong' }],
      ['unparsed', 'else'],
    ]);
    expect(recorder.counts.unparsed).toBe(4);
  });

  it('is not held in memory if it is too long, and the lines after it have their right place', async () => {
    const { recorder, events } = record({ maxLineBytes: 100 });
    for (let count = 0; count < 1000; count += 1) await recorder.feed(1, 'stdout', Buffer.alloc(1000, 'x'));
    await recorder.feed(1, 'stdout', Buffer.from(`\n${message('after')}\n`));
    expect(events()).toMatchObject([
      { type: 'unparsed', truncated: true, result: { reason: 'line too long', text: 'x'.repeat(100) }, raw: { line: 1, offset: 0, length: 1_000_000 } },
      { type: 'message', result: 'after', raw: { line: 2, offset: 1_000_001 } },
    ]);
  });

  it('is repeated in part only, if it is long', async () => {
    const { recorder, events } = record();
    await recorder.feed(1, 'stdout', Buffer.from(`${'y'.repeat(50_000)}\n`));
    expect(events()).toMatchObject([{ type: 'unparsed', truncated: true, result: { text: 'y'.repeat(2000) }, raw: { length: 50_000 } }]);
  });
});

describe('calls and results', () => {
  it('are joined by id; a result that nobody asked for and a call without a result are marked', async () => {
    const { recorder, events } = record();
    const feed = (event: ParsedEvent): Promise<void> => recorder.feed(1, 'session-1/stdout', Buffer.from(`${JSON.stringify(event)}\n`));
    await feed({ type: 'tool.call', call_id: 'a', name: 'read', time: '2026-01-01T10:00:00.000Z' });
    await feed({ type: 'tool.call', id: 'b', name: 'shell' });
    await feed({ type: 'tool.result', call_id: 'a', time: '2026-01-01T10:00:02.500Z' });
    await feed({ type: 'tool.result', call_id: 'z' });
    await feed({ type: 'tool.result' });
    await feed({ type: 'tool.result', id: 'b', duration_ms: 7 });
    await feed({ type: 'tool.call', call_id: 'never', name: 'edit' });
    await recorder.endSession(1);
    expect(events().map(({ type, source, call_id, id, duration_ms, unmatched }) => ({ type, source, id: call_id ?? id, duration_ms, unmatched }))).toEqual([
      { type: 'tool.call', source: 'agent', id: 'a' },
      { type: 'tool.call', source: 'agent', id: 'b' },
      { type: 'tool.result', source: 'agent', id: 'a', duration_ms: 2500 },
      { type: 'tool.result', source: 'agent', id: 'z', unmatched: 'no-call' },
      { type: 'tool.result', source: 'agent', unmatched: 'no-call' },
      { type: 'tool.result', source: 'agent', id: 'b', duration_ms: 7 },
      { type: 'tool.call', source: 'agent', id: 'never' },
      { type: 'tool.result', source: 'harness', id: 'never', unmatched: 'no-result' },
    ]);
    expect(events().at(-1)?.name).toBe('edit');
    expect(recorder.counts.tool_calls).toBe(3);
  });

  it('with an id that is used again are joined in their order, and never over the end of a session', async () => {
    const { recorder, events } = record();
    const feed = (session: number, event: ParsedEvent): Promise<void> => recorder.feed(session, `session-${String(session)}/stdout`, Buffer.from(`${JSON.stringify(event)}\n`));
    for (const name of ['one', 'two']) await feed(1, { type: 'tool.call', call_id: 'x', name });
    await feed(1, { type: 'tool.result', call_id: 'x' });
    await recorder.endSession(1);
    await feed(2, { type: 'tool.result', call_id: 'x' });
    await recorder.endSession(2);
    expect(events().map(({ session, type, name, unmatched }) => [session, type, name, unmatched])).toEqual([
      [1, 'tool.call', 'one', undefined],
      [1, 'tool.call', 'two', undefined],
      [1, 'tool.result', undefined, undefined],
      [1, 'tool.result', 'two', 'no-result'],
      [2, 'tool.result', undefined, 'no-call'],
    ]);
  });
});

describe('the trace', () => {
  it('numbers events without gaps over all sources, and keeps the agent\'s time where it has one', async () => {
    const { recorder, events } = record();
    recorder.record({ session: 1, source: 'harness', type: 'prompt', result: 'go' });
    await recorder.feed(1, 'stdout', Buffer.from(`${JSON.stringify({ type: 'message', time: '2026-03-01T12:00:00+02:00' })}\n${JSON.stringify({ type: 'message', time: 'soon' })}\n`));
    recorder.record({ session: 1, source: 'files', type: 'file.change', name: '/home/dev/x' });
    expect(events().map(({ seq, source }) => [seq, source])).toEqual([[1, 'harness'], [2, 'agent'], [3, 'agent'], [4, 'files']]);
    expect(events().map(({ time }) => time.slice(0, 16))).toEqual(['2026-01-01T00:00', '2026-03-01T10:00', '2026-01-01T00:00', '2026-01-01T00:00']);
  });

  it('sums what was used, and knows "nothing reported" from zero', async () => {
    const { recorder } = record();
    expect(recorder.counts).toMatchObject({ input_tokens: null, output_tokens: null });
    const used = [{ input_tokens: 100, output_tokens: 0 }, { input_tokens: 50 }, { input_tokens: -1, output_tokens: 'many' }, null];
    for (const result of used) await recorder.feed(1, 'stdout', Buffer.from(`${JSON.stringify({ type: 'usage', result })}\n`));
    expect(recorder.counts).toMatchObject({ events: 4, input_tokens: 150, output_tokens: 0 });
  });

  it('can be read event by event while the agent runs', async () => {
    const path = join(temporaryDirectory(), 'trace.jsonl');
    const out = createWriteStream(path);
    const recorder = new Recorder({ out, clock: tickingClock(), parse });
    for (const text of ['one', 'two\u2028\u0085\r\nlines', 'three']) {
      await recorder.feed(1, 'stdout', Buffer.from(`${message(text)}\n`));
      await new Promise((resolve) => out.write('', resolve));
      const events: TraceEvent[] = [];
      for await (const event of readTrace(path)) events.push(event);
      expect(events.at(-1)?.result).toBe(text);
    }
    out.end();
    await finished(out);
  });

  it('of 10,000 events waits for a slow disk and holds little meanwhile', async () => {
    let written = 0;
    const out = new Writable({ highWaterMark: 4096, write: (chunk: Buffer, _, done) => { written += chunk.length; setImmediate(done); } });
    const recorder = new Recorder({ out, clock: tickingClock(), parse });
    const line = Buffer.from(`${message('x'.repeat(80))}\n`);
    let most = 0;
    for (let count = 0; count < 10_000; count += 1) {
      await recorder.feed(1, 'stdout', line);
      most = Math.max(most, out.writableLength);
    }
    expect(most).toBeLessThan(4096 + 1024);
    expect(recorder.counts.events).toBe(10_000);
    out.end();
    await finished(out);
    expect(written).toBeGreaterThan(10_000 * line.length);
  });

  it('does not wait forever for a stream that broke', async () => {
    const out = new PassThrough({ highWaterMark: 10 });
    out.on('error', () => undefined);
    const recorder = new Recorder({ out, clock: tickingClock(), parse });
    const fed = recorder.feed(1, 'stdout', Buffer.from(`${message('x'.repeat(100))}\n`));
    out.destroy(new Error('no space left on device'));
    await fed;
    await recorder.feed(1, 'stdout', Buffer.from(`${message('y')}\n`));
  });

  it('that was damaged is refused with the line', async () => {
    const path = join(temporaryDirectory(), 'trace.jsonl');
    await writeFile(path, `{"seq":1,"time":"2026-01-01T00:00:00.000Z","session":1,"source":"agent","type":"message"}\n{"seq":2}\n`);
    const read = async (): Promise<void> => { for await (const _ of readTrace(path)); };
    await expect(read()).rejects.toMatchObject({ exitCode: 3, where: `${path}:2` });
  });
});
