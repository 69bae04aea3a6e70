import { expect, test } from 'vitest';
import { builtinAdapters } from '../agents/registry.js';
import { WireIdentity } from './wire-identity.js';

/** User-agents as the products send them, without the version. */
const SENT: Record<string, (version: string) => string> = {
  codex: (version) => `codex_exec/${version} (Debian 12.0.0; x86_64) unknown (codex_exec; ${version})`,
  'claude-code': (version) => `claude-cli/${version} (external, sdk-cli)`,
  'gemini-cli': (version) => `GeminiCLI-tui/${version}/gemini-2.5-pro (linux; x64; terminal)`,
  opencode: (version) => `opencode/${version} ai-sdk/provider-utils/4.0.23 runtime/bun/1.3.14`,
  'qwen-code': (version) => `QwenCode/${version} (linux; x64)`,
  pi: (version) => `pi/${version} (linux; node/v24.22.1; x64)`,
};

test.each(Object.entries(SENT))('%s: another version is told from its requests', (id, sent) => {
  const { version = '', userAgent } = builtinAdapters().find((adapter) => adapter.id === id) ?? {};
  const kindsOf = (seen: string): string[] => {
    const identity = new WireIdentity({ model: null, version, userAgent });
    identity.asked(sent(seen));
    return identity.signals().map(({ blame, kind }) => `${blame} ${kind}`);
  };
  expect(kindsOf(version)).toEqual([]);
  expect(kindsOf('0.0.1')).toEqual(['harness version-mismatch']);
  expect(kindsOf(`${version}-beta.2`)).toEqual(['harness version-mismatch']);
});

test('every product that names itself on the wire is among those', () => {
  expect(builtinAdapters().filter(({ userAgent }) => userAgent).map(({ id }) => id).sort()).toEqual(Object.keys(SENT).sort());
});

const answered = (label: string | null, ...models: (string | null)[]): string[] => {
  const identity = new WireIdentity({ model: label, version: '1' });
  for (const model of models) identity.answered(model);
  return identity.signals().map(({ kind }) => kind);
};

test('another model than the one that was asked for is told, dated names and a second model for chores are not', () => {
  expect(answered('gpt-5.5', 'other-9')).toEqual(['model-mismatch']);
  expect(answered('gpt-5.5', 'gpt-5.5-2026-03-01')).toEqual([]);
  expect(answered('gpt-5.5', 'small-1', 'gpt-5.5')).toEqual([]);
  expect(answered('gpt-5.5', null)).toEqual([]);
  expect(answered(null, 'other-9')).toEqual([]);
});
