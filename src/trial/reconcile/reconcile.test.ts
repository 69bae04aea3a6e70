import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../agents/claude-code.js';
import { codex } from '../../agents/codex.js';
import type { AgentAdapter } from '../../agents/adapter.js';
import type { TraceEvent } from '../../trace/events.js';
import { conversation, type Asked } from '../../../test/support/wire-records.js';
import { traced } from '../../../test/support/agent-session.js';
import { reconcile } from './reconcile.js';
import { streamCalls } from './stream-calls.js';
import { WireCallReader } from './wire-calls.js';
import type { WitnessFile } from './witness.js';

const run = (id: string, command: string, result = `output of ${command}`): Asked => ({ id, name: 'Bash', arguments: { command }, result });

const events = (calls: readonly Asked[]): TraceEvent[] =>
  calls.flatMap(({ id, name, arguments: given, result }, at) => {
    const common = { time: '2026-11-29T12:00:00.000Z', session: 1, source: 'agent', call_id: id, name } as const;
    return [{ ...common, seq: 2 * at + 1, type: 'tool.call', arguments: given }, { ...common, seq: 2 * at + 2, type: 'tool.result', result }] as TraceEvent[];
  });

function witness(replies: readonly (readonly Asked[])[], shown: readonly Asked[], { adapter = claudeCode, cut = false, last = {} }: { adapter?: AgentAdapter; cut?: boolean; last?: object } = {}): WitnessFile {
  const reader = new WireCallReader();
  for (const record of conversation(replies, last)) reader.take(record);
  return reconcile(reader.end(cut), streamCalls(events(shown)), adapter);
}

const [a, b, c] = [run('1', 'ls'), run('2', 'cat A'), run('3', 'cat B')];

test('the same calls on both sides agree, and so do their results', () => {
  expect(witness([[a], [b], [c]], [a, b, c])).toEqual({ status: 'agree', matched: 3, only_stream: 0, only_wire: 0, different: 0, results_compared: 3, disagreements: [] });
});

test('a call that the stream keeps back is on the wire only', () => {
  const found = witness([[a], [b], [c]], [a, c]);
  expect(found).toMatchObject({ status: 'differ', matched: 2, only_wire: 1, only_stream: 0, different: 0 });
  expect(found.disagreements).toEqual([{ what: 'only-wire', session: 1, wire: { at: 'exchange-2', name: 'Bash', arguments: '{"command":"cat A"}' }, stream: null }]);
});

test('a call that no model asked for is in the stream only', () => {
  expect(witness([[a], [c]], [a, run('forged', 'cat KEY'), c])).toMatchObject({ status: 'differ', matched: 2, only_stream: 1, only_wire: 0 });
});

test('another command under the same id is told with both sides', () => {
  const found = witness([[a], [b]], [a, { ...b, arguments: { command: 'cat C' } }]);
  expect(found).toMatchObject({ status: 'differ', matched: 1, different: 1, only_stream: 0, only_wire: 0 });
  expect(found.disagreements[0]).toMatchObject({ what: 'target', wire: { arguments: '{"command":"cat A"}' }, stream: { arguments: '{"command":"cat C"}' } });
});

test('without common ids, what stands between the same neighbours goes together', () => {
  const renamed = (call: Asked, id: string): Asked => ({ ...call, id });
  expect(witness([[a], [b], [c]], [renamed(a, 'x'), renamed(b, 'y'), renamed(c, 'z')])).toMatchObject({ status: 'agree', matched: 3 });
  expect(witness([[a], [b], [c]], [renamed(a, 'x'), run('y', 'cat C'), renamed(c, 'z')])).toMatchObject({ matched: 2, different: 1, only_stream: 0, only_wire: 0 });
});

test('calls that wait for each other have an order, calls of one reply have none', () => {
  expect(witness([[a], [b]], [b, a])).toMatchObject({ status: 'differ', matched: 1, different: 1, disagreements: [{ what: 'order' }] });
  expect(witness([[a, b], [c]], [b, a, c])).toMatchObject({ status: 'agree', matched: 3 });
});

describe('results', () => {
  test('another result is a disagreement where the stream is declared to tell them whole', () => {
    const other = { ...b, result: 'something else' };
    expect(witness([[a], [b]], [a, other])).toMatchObject({ status: 'differ', matched: 1, different: 1, disagreements: [{ what: 'result', wire: { result: 'output of cat A' }, stream: { result: 'something else' } }] });
    expect(witness([[a], [b]], [a, other], { adapter: { ...claudeCode, can: { ...claudeCode.can, tells: [] } } as AgentAdapter })).toMatchObject({ status: 'agree', matched: 2, results_compared: 0 });
  });

  test('a call whose result no request carries any more is matched without one', () => {
    const { result: _none, ...unanswered } = b;
    expect(witness([[a], [unanswered]], [a, b])).toMatchObject({ status: 'agree', matched: 2, results_compared: 1 });
  });
});

describe('replies that came to nothing', () => {
  const { result: _none, ...unanswered } = b;
  const broken = { complete: false, fault: { kind: 'cut-stream', blame: 'provider', message: 'cut' } };
  test('a call in a reply that broke off may or may not be shown', () => {
    expect(witness([[a], [unanswered]], [a], { last: broken })).toMatchObject({ status: 'agree', matched: 1 });
    expect(witness([[a], [unanswered]], [a, b], { last: broken })).toMatchObject({ status: 'agree', matched: 2 });
  });
  test('so may the last call of an agent that was ended from outside, and of no other', () => {
    expect(witness([[a], [unanswered]], [a], { cut: true })).toMatchObject({ status: 'agree', matched: 1 });
    expect(witness([[a], [unanswered]], [a])).toMatchObject({ status: 'differ', only_wire: 1 });
  });
});

describe('Codex', () => {
  const asked = (id: string, name: string, given: unknown, result = ''): Asked => ({ id, name, arguments: given, result });
  const stream = async (lines: readonly unknown[]): Promise<TraceEvent[]> => traced(codex, Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  const item = (id: number, type: string, more: object): unknown[] => ['item.started', 'item.completed'].map((kind) => ({ type: kind, item: { id: `item_${String(id)}`, type, status: 'completed', ...more } }));
  const held = async (replies: Asked[][], lines: readonly unknown[]): Promise<WitnessFile> => {
    const reader = new WireCallReader();
    for (const record of conversation(replies)) reader.take(record);
    return reconcile(reader.end(false), streamCalls(await stream(lines)), codex);
  };

  test('its own names, the shell around its commands and the heading over their output are no differences', async () => {
    const found = await held(
      [
        [asked('c1', 'exec_command', { cmd: 'echo "it\'s $HOME"' }, 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nit\'s /home\n')],
        [asked('c2', 'apply_patch', '*** Begin Patch\n*** Add File: notes/a.md\n+x\n*** End Patch\n', 'Done')],
        [asked('c3', 'update_plan', { plan: [] }, 'Plan updated')],
      ],
      [...item(0, 'command_execution', { command: '/bin/bash -lc "echo \\"it\'s \\$HOME\\""', aggregated_output: 'it\'s /home\n', exit_code: 0 }), ...item(1, 'file_change', { changes: [{ path: '/home/projects/app/notes/a.md', kind: 'add' }] })],
    );
    expect(found).toMatchObject({ status: 'agree', matched: 2, results_compared: 1 });
  });

  test('in code mode, literal calls are read from the program, and computed ones are not held against it', async () => {
    const recorded = readFileSync('test/samples/codex/codemode/stdout.jsonl');
    const code = (text: string): Asked => asked(text, 'exec', text, 'Script completed');
    const hold = async (...programs: string[]): Promise<WitnessFile> => {
      const reader = new WireCallReader();
      for (const record of conversation(programs.map((text) => [code(text)]))) reader.take(record);
      return reconcile(reader.end(false), streamCalls(await traced(codex, recorded)), codex);
    };
    const patch = JSON.stringify('*** Begin Patch\n*** Add File: /workspace/out.txt\n+x\n*** End Patch');
    expect(await hold('const r = await tools.exec_command({cmd: "cat NOTES.txt"}); text(r.output);', `text(await tools.apply_patch(${patch}));`)).toMatchObject({ status: 'agree', matched: 2 });
    expect(await hold('for (const f of ["NOTES.txt"]) await tools.exec_command({cmd: `cat ${f}`});', `text(await tools.apply_patch(${patch}));`)).toMatchObject({ status: 'agree', matched: 2 });
    expect(await hold('await tools.exec_command({cmd: "cat OTHER.txt"});', `text(await tools.apply_patch(${patch}));`)).toMatchObject({ status: 'differ', different: 1 });
  });
});

test('whatever is dropped, added or changed in a stream, the witnesses differ, and otherwise they agree', () => {
  const command = fc.constantFrom('ls', 'cat A', 'cat B', 'git log');
  const batches = fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }).map((replies) => {
    let next = 0;
    return replies.map((commands) => commands.map((text) => run(`call-${String(next++)}`, text)));
  });
  fc.assert(
    fc.property(batches, fc.nat(), fc.boolean(), fc.constantFrom('nothing', 'drop', 'add', 'change'), (replies, at, ids, mutation) => {
      const shown = replies.flat().map((call, index) => (ids ? call : { ...call, id: `item_${String(index)}` }));
      const place = at % shown.length;
      if (mutation === 'drop') shown.splice(place, 1);
      if (mutation === 'add') shown.splice(place, 0, run('another', 'rm -rf .'));
      if (mutation === 'change') shown[place] = { ...run('', 'rm -rf .'), id: shown[place]?.id ?? '' };
      const found = witness(replies, shown);
      expect(found.status).toBe(mutation === 'nothing' ? 'agree' : 'differ');
      expect(found.matched + found.different + found.only_wire).toBe(replies.flat().length);
      expect(found.matched + found.different + found.only_stream).toBe(shown.length);
    }),
  );
});
