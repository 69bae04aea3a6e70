import { expect, test } from 'vitest';
import type { AgentAdapter, AgentFile } from '../../src/agents/adapter.js';
import { labelFor } from './agent-labels.js';
import { runSession } from './agent-session.js';

/** What a model does after its first reply, and what an adapter may make of it: products do not tell all of these apart. */
const FAILURES: Record<string, { turn: Record<string, unknown>; kinds: string[] }> = {
  'a refused key': { turn: { fail: { status: 401 } }, kinds: ['credentials'] },
  'a rate limit': { turn: { fail: { status: 429 } }, kinds: ['rate-limit'] },
  'an outage': { turn: { fail: { status: 500 } }, kinds: ['provider-outage'] },
  'a cut stream': { turn: { cut_stream: true }, kinds: ['cut-stream', 'provider-unreachable'] },
  'a web page': { turn: { html: true }, kinds: ['bad-reply', 'cut-stream'] },
};

/** Fewer tries, so that a failure shows before the test ends: the products' own are for people who wait. */
const IMPATIENT: Record<string, { env?: Record<string, string>; edit?: (text: string) => string }> = {
  codex: { edit: (text) => text.replace('wire_api =', 'request_max_retries = 1\nstream_max_retries = 1\nwire_api =') },
  'claude-code': { env: { CLAUDE_CODE_MAX_RETRIES: '1' } },
  'qwen-code': { edit: (text) => text.replace('"general"', '"model": { "generationConfig": { "maxRetries": 1 } }, "general"') },
  'gemini-cli': { edit: (text) => text.replace('"enableAutoUpdate"', '"maxAttempts": 2, "enableAutoUpdate"') },
};

/** Who asks again for ever: only the gateway's own limits end it, and say why (agent-faults.ts). */
const NEVER: Record<string, string> = { opencode: 'a web page' };
const LONG_ENOUGH_MS = 60_000;

/** Tests that an agent which has begun to work and then loses its model is not taken for one that answered. */
export function failureTests(adapter: AgentAdapter, minutes: number): void {
  const { env = {}, edit = (text: string) => text } = IMPATIENT[adapter.id] ?? {};
  const files = (...given: Parameters<AgentAdapter['files']>): AgentFile[] => adapter.files(...given).map((file) => ({ ...file, content: Buffer.from(edit(Buffer.from(file.content).toString())) }));
  const impatient = { ...adapter, files };

  test.each(Object.entries(FAILURES))('%s is nobody’s answer', { timeout: minutes * 60_000 }, async (name, { turn, kinds }) => {
    const never = NEVER[adapter.id] === name;
    const run = await runSession({
      adapter: impatient,
      settings: { model: labelFor(adapter.id) },
      model: [{ run: 'head -n 1 README.md' }, turn],
      prompts: ['Look around.'],
      deadline_ms: never ? LONG_ENOUGH_MS : minutes * 60_000 - 20_000,
      env,
    });
    const [only] = run.turns;
    expect(only?.answer).toBeNull();
    expect(only?.events.filter(({ type }) => type === 'tool.call')).toHaveLength(1);
    if (never) {
      expect(only?.exit.reason).toBe('deadline');
      return;
    }
    expect(only?.signals).toHaveLength(1);
    expect(kinds).toContain(only?.signals[0]?.kind);
    expect(only?.signals[0]?.blame).not.toBe('agent');
  });
}
