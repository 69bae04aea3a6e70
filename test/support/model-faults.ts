import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { AgentAdapter } from '../../src/agents/adapter.js';
import { labelFor } from './agent-labels.js';

/** How an agent can lose its model or its sandbox, and the class that its attempt has to end in. */
export interface ModelFault {
  /** What the model does after its first reply, which asks for a command. */
  turn?: Record<string, unknown>;
  /** The model that its replies name. */
  model?: string;
  /** Nobody listens at the provider's address. */
  unreachable?: true;
  blame: 'provider' | 'harness';
  kind: string | RegExp;
}

/** Runs until its sandbox is gone. Some products refuse a plain `sleep`. */
export const STAYS = 'tail -f /dev/null';

export const MODEL_FAULTS: Record<string, ModelFault> = {
  'rate-limit': { turn: { fail: { status: 429 } }, blame: 'provider', kind: 'rate-limit' },
  outage: { turn: { fail: { status: 500 } }, blame: 'provider', kind: 'server-error' },
  credentials: { turn: { fail: { status: 401 } }, blame: 'harness', kind: 'credentials' },
  'cut-stream': { turn: { cut_stream: true }, blame: 'provider', kind: 'cut-stream' },
  silence: { turn: { hang: true }, blame: 'provider', kind: 'fault-time' },
  'wrong-model': { turn: { answer: 'All is well.' }, model: 'another-model-9', blame: 'harness', kind: 'model-mismatch' },
  lost: { turn: { run: STAYS }, blame: 'harness', kind: /^(sandbox-lost|CLEANSLATE_[A-Z_]+)$/ },
  quota: { turn: { fail: { status: 429, code: 'insufficient_quota' } }, blame: 'provider', kind: 'quota' },
  overloaded: { turn: { sse_error: 'overloaded_error' }, blame: 'provider', kind: 'overloaded' },
  'web-page': { turn: { html: true }, blame: 'provider', kind: 'html' },
  'broken-json': { turn: { invalid_json: true }, blame: 'provider', kind: 'invalid-json' },
  unreachable: { unreachable: true, blame: 'provider', kind: 'unreachable' },
};

/** A campaign in `folder` that has each of these agents meet each of these faults once: `<agent>-<fault>` is the configuration. */
export function faultManifest(folder: string, adapters: readonly AgentAdapter[], faults: readonly string[]): Record<string, unknown> {
  const providers = Object.fromEntries(faults.map((name) => [name, providerFor(folder, name, MODEL_FAULTS[name])]));
  const configurations = faults.flatMap((fault) => adapters.map(({ id }) => ({ id: `${id}-${fault}`, agent: id, model: { label: labelFor(id), provider: fault } })));
  return {
    campaign: 'faults',
    runs: 1,
    attempts: 1,
    order: { policy: 'shuffled', seed: 1 },
    limits: { agent_seconds: 240, memory_mb: 4096 },
    // However patiently the product would go on.
    model_limits: { requests: 50, consecutive_faults: 2, fault_seconds: 10 },
    providers,
    tasks: [{ scenario: 'short', profiles: ['handoff'] }],
    configurations,
  };
}

function providerFor(folder: string, name: string, { turn, model, unreachable }: ModelFault = { blame: 'provider', kind: '' }): Record<string, unknown> {
  if (unreachable) return { mode: 'live', base_url: 'http://127.0.0.1:1/v1' };
  writeFileSync(join(folder, `${name}.yaml`), stringify({ ...(model !== undefined && { model }), turns: [{ run: 'head -n 1 README.md' }, turn] }));
  return { mode: 'scripted', script: `${name}.yaml` };
}
