import { expect, test } from 'vitest';
import type { AgentAdapter, Outcome } from '../../src/agents/adapter.js';
import { conversationIds } from '../../src/agents/conversation.js';
import { classOf } from '../../src/agents/state-table.js';
import type { WireRecord } from '../../src/gateway/record/wire.js';
import { HOME, WORKSPACE } from '../../src/sandbox/layout.js';
import { count, noCounts } from '../../src/trace/counts.js';
import { labelFor, npmAgents } from '../support/agent-labels.js';
import { reconcile } from '../../src/trial/reconcile/reconcile.js';
import { streamCalls } from '../../src/trial/reconcile/stream-calls.js';
import { WireCallReader } from '../../src/trial/reconcile/wire-calls.js';
import type { WitnessFile } from '../../src/trial/reconcile/witness.js';
import { WireVerdict } from '../../src/trial/wire-verdict.js';
import { agentImage, printedInImage, runSession, traced, type SessionRun, type TurnRun } from '../support/agent-session.js';
import { describeWithEngine } from '../support/engine.js';

/** Products that believe the worst of a model that they do not know. */
const ROOMY: Record<string, Record<string, string>> = { copilot: { COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '1000000' } };

/** Under load some CLIs lose what a command prints before they listen, or as it ends, from stream and wire alike (openai/codex#37207). */
const UNHURRIED = 'sleep 0.5; head -n 1 README.md; sleep 0.5';

const SCHEMA = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'], additionalProperties: false };

/** The adapters on the real binaries, in real containers without a network, against a scripted model. */
describeWithEngine.each(npmAgents().map((adapter) => [adapter.id, adapter] as const))('%s', (id, adapter) => {
  const settings = { model: labelFor(id) };

  test('the binary is the pinned version, and a CLI that ends well having done nothing gave no answer', async () => {
    const [program = ''] = adapter.command({ ...settings, prompt: '', number: 1 }, { home: HOME, workspace: WORKSPACE, programs: '', inside: (path) => path }).argv;
    const said = await printedInImage(await agentImage(adapter.image), `stat -Lc %U "$(command -v ${program})"; ${program} --version`);
    expect(said).toMatch(/^root\n/);
    expect(said).toMatch(new RegExp(`(^|[^0-9.])${adapter.version.replaceAll('.', '\\.')}([^0-9.]|$|\\.\\s)`, 'm'));
    const stdout = Buffer.from(said.slice('root\n'.length));
    const outcome: Outcome = { exit_code: 0, stdout, stderr: Buffer.alloc(0), model: settings.model, events: await traced(adapter, stdout), file: () => Promise.resolve(undefined) };
    expect(await adapter.answer(outcome)).toBeNull();
    expect(adapter.classify(outcome)).toMatchObject([{ blame: 'harness', kind: 'nothing-done' }]);
  });

  test('turns of one conversation, by its id and by being the latest: stream and wire say the same, and a prompt longer than an argument can be arrives whole', { timeout: 900_000 }, async () => {
    const long = `Begin\n${'lorem ipsum “dolor” $HOME `x`\n'.repeat(6_000)}End of it`;
    const run = await runSession({
      adapter,
      settings,
      model: [{ run: UNHURRIED }, { write: { path: 'out.txt', content: 'hello\n' } }, { answer: 'first answer' }, { read: 'package.json' }, { answer: 'second answer' }, { answer: 'third answer' }],
      prompts: ['Look around and write down what you find.', 'And what is the package called?', long],
      latestFrom: 3,
      deadline_ms: 280_000,
      env: ROOMY[id] ?? {},
    });
    expect(run.turns.map((turn) => [turn.exit.code, turn.answer, turn.signals])).toEqual([[0, 'first answer', []], [0, 'second answer', []], [0, 'third answer', []]]);
    expect(run.after.entries.find(({ path }) => path === `${WORKSPACE}/out.txt`)?.size).toBe(6);

    const short = run.turns.slice(0, 2);
    const events = short.flatMap((turn) => turn.events);
    expect(events.filter(({ type, unmatched }) => type === 'unparsed' || unmatched !== undefined)).toEqual([]);
    const wired = conversationOf(short).flatMap((record) => (record.type === 'response' ? (record.reply?.calls ?? []) : []));
    expect(events.filter(({ type }) => type === 'tool.call')).toHaveLength(wired.length);
    expect(wired).toHaveLength(3);
    expect(witnessOf(short, adapter)).toMatchObject({ status: 'agree', matched: 3, disagreements: [] });
    const results = events.filter(({ type }) => type === 'tool.result').map(({ result, exit_code }) => ({ text: JSON.stringify(result), exit_code }));
    expect(results.map(({ exit_code }) => exit_code)).toEqual([0, 0, 0]);
    expect(results[0]?.text).toContain('# Service');
    if (adapter.can?.tells.includes('results')) expect(results[2]?.text).toContain('0.4.2');

    if (adapter.can?.tells.includes('conversation')) expect(conversationIds(events)).toHaveLength(1);
    if (adapter.can?.tells.includes('tokens')) expect(tokensOf(short)).toEqual(tokensOnTheWire(short));
    expect(unclassified(run, adapter)).toEqual([]);

    // Not the last one: some products compact a conversation that has become so long.
    expect(conversationOf(run.turns.slice(2)).some((record) => record.type === 'request' && textsIn(record).some((text) => text.includes(long)))).toBe(true);

    expect(whoIsWho(run, adapter, { model: settings.model, version: adapter.version })).toEqual([]);
    expect(whoIsWho(run, adapter, { model: 'quite-another-9', version: '0.0.1' })).toEqual([...(adapter.userAgent ? ['version-mismatch'] : []), 'model-mismatch']);
  });

  test.runIf(adapter.can?.schema)('an answer of a given schema', { timeout: 600_000 }, async () => {
    const deliver = { kind: 'say', acts: [{ kind: 'deliver', value: { status: 'ok' } }], text: '', think: '', slow_ms: 0 } as const;
    const plain = { ...deliver, acts: [], text: '{"status":"ok"}' };
    const run = await runSession({
      adapter,
      settings: { ...settings, schema: SCHEMA },
      model: { move: (request) => (request.tools.some(({ name }) => /^structured_?output$/i.test(name)) ? { ...deliver, acts: [...deliver.acts] } : { ...plain, acts: [] }) },
      prompts: ['What is the status?'],
    });
    expect(run.turns[0]?.signals).toEqual([]);
    expect(JSON.parse(run.turns[0]?.answer ?? '')).toEqual({ status: 'ok' });
    expect(JSON.stringify(run.wire.find((record) => record.type === 'request'))).toContain('additionalProperties');
  });
});

/** What the agent and its model said to each other, without what the CLI asked for itself. */
function conversationOf(turns: readonly TurnRun[]): WireRecord[] {
  const records = turns.flatMap(({ wire }) => wire);
  const own = new Set(records.flatMap((record) => (record.type === 'request' && (record.aux !== null || record.operation !== 'model') ? [record.exchange] : [])));
  return records.filter(({ exchange }) => !own.has(exchange));
}

/** What stream and wire say of each other. */
function witnessOf(turns: readonly TurnRun[], adapter: AgentAdapter): WitnessFile {
  const reader = new WireCallReader();
  for (const record of turns.flatMap(({ wire }) => wire)) reader.take(record);
  return reconcile(reader.end(false), streamCalls(turns.flatMap(({ events }) => events)), adapter);
}

/** What the wire says of another product or model than these. */
function whoIsWho({ wire }: SessionRun, { userAgent }: AgentAdapter, expected: { model: string; version: string }): string[] {
  const verdict = new WireVerdict({ ...expected, userAgent });
  for (const record of wire) verdict.take(record);
  return verdict.signals(true).map(({ kind }) => kind);
}

function tokensOf(turns: readonly TurnRun[]): (number | null)[] {
  const counts = noCounts();
  for (const event of turns.flatMap(({ events }) => events)) count(counts, event);
  return [counts.input_tokens, counts.output_tokens];
}

function tokensOnTheWire(turns: readonly TurnRun[]): number[] {
  const used = conversationOf(turns).flatMap((record) => (record.type === 'response' && record.tokens ? [record.tokens] : []));
  return [used.reduce((sum, { input }) => sum + (input ?? 0), 0), used.reduce((sum, { output }) => sum + (output ?? 0), 0)];
}

/** What the session left in home or workspace that the state table says nothing about. */
function unclassified({ before, after }: SessionRun, adapter: AgentAdapter): string[] {
  const had = new Map(before.entries.map((entry) => [entry.path, JSON.stringify(entry)]));
  const left = after.entries.filter((entry) => entry.type !== 'directory' && had.get(entry.path) !== JSON.stringify(entry) && entry.path !== `${WORKSPACE}/out.txt`);
  return left.map(({ path }) => path).filter((path) => classOf(path, adapter.state, { home: HOME, workspace: WORKSPACE }) === undefined);
}

/** Every text in a request's body, unescaped. */
function textsIn(record: unknown): string[] {
  if (typeof record === 'string') return [record];
  return typeof record === 'object' && record !== null ? Object.values(record).flatMap(textsIn) : [];
}
