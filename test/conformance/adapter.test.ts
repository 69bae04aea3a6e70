import { describe, expect, test } from 'vitest';
import type { AgentAdapter, Outcome } from '../../src/agents/adapter.js';
import { builtinAdapters, findAdapter } from '../../src/agents/registry.js';
import { SIGNALS } from '../../src/agents/signals.js';
import { classOf } from '../../src/agents/state-table.js';
import { MODEL_ORIGIN } from '../../src/common/model-endpoint.js';
import { count, noCounts } from '../../src/trace/counts.js';
import type { TraceEvent } from '../../src/trace/events.js';
import { traced } from '../support/agent-session.js';
import { sampledAgents, samplesOf, type Sample } from '../support/agent-samples.js';

const LAYOUT = { home: '/home/dev', workspace: '/home/projects/app', programs: '/opt/agent' };
const PLACES = { ...LAYOUT, inside: (path: string) => path };

/** Everything that an adapter of a real CLI promises, on recorded outputs. On the real binaries: real-agents.test.ts. */
describe.each(sampledAgents())('%s', (id) => {
  const adapter = findAdapter({ agent: id });

  describe.each(samplesOf(id))('recorded: $name', (sample) => {
    const { expected } = sample;

    test('no line is lost, and each has its place in the raw output', async () => {
      const events = await traced(adapter, sample.stdout);
      expect(events.filter(({ type }) => type === 'unparsed')).toHaveLength(expected.unparsed);
      for (const { raw } of events) if (raw) expect(sample.stdout.subarray(raw.offset, raw.offset + raw.length).toString()).toMatch(/^\S/);
    });

    test('tool calls come in order and have their results', async () => {
      const events = await traced(adapter, sample.stdout);
      const calls = events.filter(({ type }) => type === 'tool.call');
      expect(calls.map(({ name }) => name)).toEqual(expected.calls);
      expect(calls.every((call) => call.call_id !== undefined && call.arguments !== undefined)).toBe(true);
      expect(events.filter(({ unmatched }) => unmatched === 'no-result')).toHaveLength(expected.open);
      expect(events.filter(({ unmatched }) => unmatched === 'no-call')).toEqual([]);
    });

    test('tokens add up', async () => {
      const counts = noCounts();
      for (const event of await traced(adapter, sample.stdout)) count(counts, event);
      expect([counts.input_tokens, counts.output_tokens]).toEqual(expected.tokens);
    });

    test('the answer is the final message, and only where there is one', async () => {
      expect(await adapter.answer(await outcomeOf(adapter, sample))).toBe(expected.answer);
    });

    test('who failed, and how', async () => {
      const signals = adapter.classify(await outcomeOf(adapter, sample));
      expect(signals.map(({ blame, kind }) => `${blame} ${kind}`)).toEqual(expected.signals);
      expect(signals.every(({ kind }) => kind in SIGNALS)).toBe(true);
    });
  });

  test('a failure is never an answer, and no answer is never silence', () => {
    for (const { name, expected } of samplesOf(id)) {
      if (expected.answer === null) expect(expected.signals, name).not.toEqual([]);
      if (expected.signals.some((sign) => /^provider/.test(sign))) expect(expected.answer, name).toBeNull();
    }
  });

  test('what it does not know is kept and counted', async () => {
    const lines = ['{"type":"from.tomorrow","item":{"type":"teleport"}}', 'plain words', '[1,2]', 'null', '{', '{"type":{"a":1}}', '{}'];
    const events = await traced(adapter, Buffer.from(`${lines.join('\n')}\n`));
    expect(events.map(({ type }) => type)).toEqual(lines.map(() => 'unparsed'));
  });

  test('a stream cut at any byte breaks nothing', async () => {
    const { stdout } = samplesOf(id).find(({ expected }) => expected.answer !== null) as Sample;
    const step = Math.max(1, Math.floor(stdout.length / 40));
    for (let end = 0; end < stdout.length; end += step) {
      const cut = stdout.subarray(0, end);
      const events = await traced(adapter, cut);
      expect(events.filter(({ type }) => type === 'unparsed').length).toBeLessThanOrEqual(1);
      const outcome: Outcome = { exit_code: null, stdout: cut, events, file: () => Promise.resolve(undefined) };
      adapter.classify(outcome);
      await adapter.answer(outcome);
    }
  });

  test('what was said before the CLI had come to its end is no answer', async () => {
    for (const sample of samplesOf(id).filter(({ expected }) => expected.answer !== null)) {
      const events = await traced(adapter, sample.stdout);
      const last = events.findLast(({ type }) => type === 'message' || type === 'tool.result')?.raw;
      const cut = sample.stdout.subarray(0, (last?.offset ?? 0) + (last?.length ?? 0));
      expect(await adapter.answer({ exit_code: 1, stdout: cut, events, file: () => Promise.resolve(undefined) }), sample.name).toBeNull();
    }
  });

  test('another model than the one asked for is told, where the stream says which', async () => {
    const sample = samplesOf(id).find(({ expected }) => expected.answer !== null && expected.signals.length === 0) as Sample;
    const outcome = { ...(await outcomeOf(adapter, sample)), model: 'quite-another-9' };
    const kinds = adapter.classify(outcome).map(({ kind }) => kind);
    expect(kinds).toEqual(adapter.can?.tells.includes('model') ? ['model-mismatch'] : []);
  });
});

const REAL = builtinAdapters().filter(({ control }) => !control);

describe.each(REAL.map((adapter) => [adapter.id, adapter] as const))('%s', (_id, adapter) => {
  const settings = { model: 'm-1', memory: 'off' as const };

  test('the prompt goes in byte for byte, however long', () => {
    const prompt = `ünï "quoted" $HOME \`x\` -- \n${'x'.repeat(1024 * 1024)}`;
    for (const number of [1, 2]) {
      const { argv, stdin } = adapter.command({ ...settings, prompt, number }, PLACES);
      expect(Buffer.from(stdin ?? []).toString()).toBe(prompt);
      expect(Math.max(...argv.map((text) => text.length))).toBeLessThan(10_000);
    }
  });

  test('it knows no host but the gateway, and no key', () => {
    const { argv, env } = adapter.command({ ...settings, prompt: 'x', number: 1 }, PLACES);
    const everything = [...argv, ...Object.values(env), ...adapter.files(LAYOUT, settings).map(({ content }) => Buffer.from(content).toString())].join('\n');
    const hosts = [...everything.matchAll(/https?:\/\/[^\s"'/]+/g)].map(([host]) => host);
    expect(hosts.filter((host) => host !== MODEL_ORIGIN)).toEqual([]);
    if (adapter.can?.dialect !== null) expect(hosts).not.toEqual([]);
  });

  test('a later turn continues the conversation, and the same settings are the same bytes', () => {
    const line = (number: number, conversation: string | null): string => JSON.stringify(adapter.command({ ...settings, prompt: 'x', number, conversation }, PLACES).argv);
    expect(line(2, 'abc-123')).toContain('abc-123');
    expect(line(2, null)).not.toBe(line(1, null));
    expect(adapter.files(LAYOUT, settings)).toEqual(adapter.files(LAYOUT, settings));
  });

  test('its own files are in its state table, or outside of all state', () => {
    for (const { path } of adapter.files(LAYOUT, settings)) {
      if (path.startsWith(LAYOUT.home)) expect(classOf(path, adapter.state, LAYOUT), path).toBe('config');
      else expect(path).toMatch(/^\/opt\/agent\//);
    }
  });
});

async function outcomeOf(adapter: AgentAdapter, { stdout, stderr, expected }: Sample): Promise<Outcome> {
  const events: TraceEvent[] = await traced(adapter, stdout);
  return { exit_code: expected.exit_code, stdout, stderr, events, ...(expected.model !== undefined && { model: expected.model }), file: () => Promise.resolve(undefined) };
}
