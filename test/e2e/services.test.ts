import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { beforeAll, expect, test, vi } from 'vitest';
import { findAdapter } from '../../src/agents/registry.js';
import { openMachine } from '../../src/campaign/machine.js';
import { keepProbe } from '../../src/campaign/probe/kept.js';
import type { AgentPins } from '../../src/campaign/probe/pins.js';
import { tableDigest, type ProbeResult } from '../../src/campaign/probe/result.js';
import type { ServiceRecord } from '../../src/gateway/services/record.js';
import { attributionSchema } from '../../src/trial/attribution/file.js';
import { describeInBrowser, suiteBrowser } from '../support/browser.js';
import { cleanslate, jsonLines, LIMITS, manifestFile, type Finished } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { evidenceOf } from '../support/evidence.js';
import { suiteDirectory } from '../support/temporary.js';

const FACT = 'The ferry leaves at 07:40.';
const read = (name: string): string => readFileSync(join(import.meta.dirname, '../services', name), 'utf8');
const node = (program: string): string[] => ['node', '--input-type=module', '-e', program];
/** With a service over HTTP: a place to note things, which can be told to break. */
const notes = { image: 'server-memory', command: node(read('notes.mjs')), protocol: 'http', state: ['~/notes.txt'] };

const SERVICES: Record<string, object> = {
  notes,
  notebook: { ...notes, command: node(read('mcp-notes.mjs')), protocol: 'mcp-http', path: '/notes' },
  'ends-at-once': { ...notes, command: ['sh', '-c', 'echo there is no database >&2; exit 3'] },
  'ends-at-once-stdio': { ...notes, command: ['sh', '-c', 'echo there is no database >&2; exit 3'], protocol: 'mcp-stdio' },
  'never-answers': { ...notes, command: ['sleep', '600'], ready_seconds: 2 },
  'never-answers-stdio': { ...notes, command: ['sleep', '600'], protocol: 'mcp-stdio', ready_seconds: 2 },
};

/** Asks its service once and prints what came of it; its own memory is what it waits for in the end. */
const asks = (path: string, body = ''): object => ({
  agent: 'command',
  command: {
    argv: ['node', '-e', `const fs = require('fs'); fs.mkdirSync(process.env.HOME + '/mem', { recursive: true }); fs.writeFileSync(process.env.HOME + '/mem/m', 'x');
      fetch('http://127.0.0.1:8901${path}', ${JSON.stringify(body === '' ? {} : { method: 'POST', body })}).then(async (answer) => console.log(answer.status, await answer.text()), () => console.log('no answer'))`],
    prompt: 'stdin',
    state: [{ pattern: '~/mem/**', class: 'memory' }],
  },
});
const CONFIGURATIONS: Record<string, object> = {
  'over-http': { ...asks('/notes', FACT), services: ['notes'], resets: { service: 'declared' } },
  'breaks-in-session': { ...asks('/break', 'x'), services: ['notes'] },
  'breaks-while-settling': { ...asks('/break-soon', FACT), services: ['notes'], settle: { path: '~/mem/*', stable_seconds: 4, seconds: 20 } },
  ...Object.fromEntries(['ends-at-once', 'ends-at-once-stdio', 'never-answers', 'never-answers-stdio'].map((name) => [name, { ...asks('/'), services: [name] }])),
};

/** What would act on a careless page, with a line that is long: said to a service and to a model, and said back by both. */
const HOSTILE = `</pre></script></title><script>document.title='owned'</script><svg onload="document.title='owned'"></svg>\u001b[31mred\u202e\u2066\u200bgnp.exe ${'<i>'.repeat(100_000)}`;
CONFIGURATIONS['hostile'] = {
  agent: 'command',
  command: {
    argv: ['node', '-e', `const text = ${JSON.stringify(HOSTILE.slice(0, 200))} + '<i>'.repeat(100_000);
      const ask = (url, body) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then((answer) => answer.text());
      ask('http://127.0.0.1:8901/notes', text).then(() => ask('http://127.0.0.1:8900/v1/chat/completions', JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content: text }] }))).then(() => console.log('done'))`],
    prompt: 'stdin',
  },
  model: { label: 'scripted', provider: 'hostile' },
  services: ['notes'],
};

const REAL = { codex: 'gpt-5.5', 'claude-code': 'claude-sonnet-5' };

/** What a probe of an agent found, as far as a campaign asks. */
async function probed(agent: string, changes: Partial<ProbeResult> = {}): Promise<void> {
  const adapter = findAdapter({ agent });
  const machine = await openMachine('docker', () => undefined);
  const image = (await machine.images([adapter.image])).get(adapter.image)?.digest ?? null;
  await machine.close();
  await keepProbe({ agent, version: adapter.version, image, table: tableDigest(adapter), looks: 3, agrees: true, differences: [], marks: [], written: [], ...changes });
}

describeWithEngine('services', () => {
  const folder = suiteDirectory();
  let dir: string;
  let ran: Finished;
  const of = (configuration: string): ReturnType<typeof evidenceOf> => evidenceOf(dir, `${configuration}.short.handoff.run-1`);
  const text = (configuration: string, name: string): string => readFileSync(join(of(configuration).dir, name), 'utf8');
  const records = (configuration: string): ServiceRecord[] => jsonLines(text(configuration, 'services.jsonl')) as unknown as ServiceRecord[];

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    // Out of its group, which some CLIs end with the call; the name must not stand in the command.
    const background = `setsid sh -c 'sleep 1; echo late > "$(printf %s%s left later)"' > /dev/null 2>&1 & echo begun`;
    const work = [{ write: { path: 'by-tool.txt', content: 'written\n' } }, { run: 'echo told > by-command.txt' }, { run: background }];
    const turns = [...work, { call: { server: 'notebook', tool: 'note', arguments: { text: FACT } } }, { call: { server: 'notebook', tool: 'recall_notes' } }, { recall: { text: `1: ${FACT}`, seen: 'it was kept', unseen: 'it was not' }, slow: 4000 }];
    writeFileSync(join(folder(), 'script.yaml'), stringify({ sessions: [{ turns }, { turns: [{ answer: 'nothing more' }] }] }));
    writeFileSync(join(folder(), 'hostile.yaml'), stringify({ sessions: [{ turns: [{ answer: HOSTILE }] }, { turns: [{ answer: HOSTILE }] }] }));
    vi.stubEnv('XDG_CACHE_HOME', folder());
    await probed('codex');
    await probed('claude-code', { version: '0.1.0' });
    vi.unstubAllEnvs();
    ran = await cleanslate(['run', manifestFile({
      campaign: 'services',
      runs: 1,
      attempts: 1,
      limits: { ...LIMITS, agent_seconds: 120, memory_mb: 1024 },
      services: SERVICES,
      providers: { hostile: { mode: 'scripted', script: './hostile.yaml' } },
      tasks: [{ scenario: 'short', profiles: ['handoff'], sessions: [{ turns: ['Please look around.'] }, { turns: ['probe'] }] }],
      configurations: [
        ...Object.entries(CONFIGURATIONS).map(([id, configuration]) => ({ id, ...configuration })),
        ...Object.entries(REAL).map(([id, label]) => ({ id, agent: id, model: { label, provider: 'scripted', script: './script.yaml' }, services: ['notebook'] })),
      ],
    }, folder()), '--engine', 'docker', '--out', dir, '--concurrency', '3', '--no-preflight'], { XDG_CACHE_HOME: folder() });
  }, 400_000);

  test('one over HTTP is asked by its agent, ends in order, and its state is given to the next session', async () => {
    expect(of('over-http').record).toMatchObject({ valid: true, signals: [] });
    expect(text('over-http', 'session-1/stdout')).toBe(`200 ${FACT}\n\n`);
    expect(text('over-http', 'session-2/stdout')).toBe(`200 ${FACT}\nended in order\n${FACT}\n\n`);
    expect(records('over-http').filter(({ session }) => session === 1)).toMatchObject([
      { type: 'request', by: 'harness', method: 'GET', target: '/' }, { type: 'response', complete: true },
      { type: 'request', by: 'agent', method: 'POST', target: '/notes', body: FACT, exchange: 2 }, { type: 'response', exchange: 2, status: 200, body: `${FACT}\n`, complete: true },
    ]);
    expect(text('over-http', 'session-2/services/notes/reset.json')).toContain('"/home/dev/notes.txt"');
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
  });

  test.each(Object.keys(REAL))('a real MCP server over HTTP is called by the real %s, and each call is in the trace', (agent) => {
    const { record, events } = of(agent);
    expect(record).toMatchObject({ valid: true, signals: [] });
    expect(text(agent, 'session-1/stdout')).toContain('it was kept');
    const asked = events.filter(({ source, type }) => source === 'service' && type === 'service.request').map(({ arguments: given }) => given as { method?: string; tool?: string });
    expect(asked.flatMap(({ tool }) => tool ?? [])).toEqual(['note', 'recall_notes']);
    expect(text(agent, 'session-1/services/notebook/changes/home/changes.patch')).toContain(`+${FACT}`);
  });

  test.each(Object.keys(REAL))('%s: what its tool wrote and what its command wrote is that call\'s, what came from the background is nobody\'s', (agent) => {
    const { changes } = attributionSchema.parse(JSON.parse(text(agent, 'attribution.json')));
    const madeBy = (file: string): unknown => {
      const change = changes.find(({ session, path }) => session === 1 && path === `/home/projects/app/${file}`);
      const call = of(agent).events.find(({ seq }) => seq === change?.call?.seq);
      return change && { kind: change.kind, how: change.call?.how ?? null, type: call?.type, names: call && JSON.stringify(call.arguments).includes(file) };
    };
    expect(madeBy('by-tool.txt')).toEqual({ kind: 'created', how: 'argument', type: 'tool.call', names: true });
    expect(madeBy('by-command.txt')).toEqual({ kind: 'created', how: 'command', type: 'tool.call', names: true });
    expect(madeBy('leftlater')).toEqual({ kind: 'created', how: null, type: undefined, names: undefined });
  });

  test('what a probe found of an agent is pinned; of another version it is not, and that is said', async () => {
    const { agents } = JSON.parse(readFileSync(join(dir, 'campaign.json'), 'utf8')) as { agents: Record<string, AgentPins> };
    expect(agents['claude-code']?.probe).toBeNull();
    expect(JSON.parse(readFileSync(join(dir, agents['codex']?.probe ?? ''), 'utf8'))).toMatchObject({ agent: 'codex', agrees: true });
    expect(ran.stderr).toContain('claude-code: what `probe` found is of version 0.1.0, and is not pinned; run `cleanslate probe claude-code` again\n');
    expect(ran.stderr).not.toContain('codex: what `probe`');
    rmSync(join(dir, agents['codex']?.probe ?? ''));
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 1 });
  });

  test.each([
    ['ends-at-once', /service `ends-at-once` ended before it had answered: exit code 3/],
    ['ends-at-once-stdio', /service `ends-at-once-stdio` ended before it had answered: there is no database/],
    ['never-answers', /service `never-answers` gave no answer within 2 s/],
    ['never-answers-stdio', /service `never-answers-stdio` gave no answer within 2 s/],
  ])('%s: its agent is not asked, the attempt is the harness\'s fault, and what the service said is kept', (name, message) => {
    const { record, score, events } = of(name);
    expect(record).toMatchObject({ valid: false, ended: 'harness-error', signals: [{ blame: 'harness', kind: 'CLEANSLATE_SERVICE', message: expect.stringMatching(message) as string }] });
    expect(score).toBeUndefined();
    expect(events.filter(({ type }) => type === 'prompt')).toEqual([]);
    expect(records(name)).toMatchObject([{ type: 'request', by: 'harness' }, { type: 'response', status: 502, complete: false }]);
    if (name.startsWith('ends')) expect(text(name, `session-1/services/${name}/stderr-1`)).toBe('there is no database\n');
  });

  test.each([
    ['breaks-in-session', { status: 502, complete: false }, '502 the service closed the connection\n\n'],
    ['breaks-while-settling', { status: 200, complete: true }, `200 ${FACT}\n\n`],
  ])('%s: the attempt does not count, and everything up to there is kept', (name, answer, printed) => {
    const { record, score, events } = of(name);
    expect(record).toMatchObject({ valid: false, signals: [{ blame: 'harness', kind: 'service-lost', message: 'session 1: service `notes` ended while its agent could still use it: exit code 4' }] });
    expect(score).toBeUndefined();
    expect(text(name, 'session-1/stdout')).toBe(printed);
    expect(records(name).at(-1)).toMatchObject({ type: 'response', ...answer });
    expect(text(name, 'session-1/services/notes/stderr-1')).toBe('the notes are full\n');
    expect(text(name, 'session-1/services/notes/changes/home/changes.patch')).toContain(name === 'breaks-in-session' ? '+x' : `+${FACT}`);
    expect(events.at(-1)).toMatchObject({ type: 'session.end' });
  });

  test('the campaign says which trials it could not have, and why', () => {
    expect(ran.exitCode).toBe(3);
    expect(ran.stdout).toContain('4 of 10 trials complete.');
    expect(ran.stdout).not.toContain('Undeclared state');
  });

  describeInBrowser('on its page', () => {
    const browser = suiteBrowser();

    test('what is said to a service and to a model, and what they say back, is text that neither runs nor breaks the page', async () => {
      expect((await cleanslate(['report', dir])).exitCode).toBe(0);
      const file = join(dir, 'report/trials/hostile.short.handoff.run-1.html');
      const { page, faults } = await browser.open(pathToFileURL(file).href, { viewport: { width: 400, height: 800 } });
      await page.evaluate(() => { for (const details of document.querySelectorAll('details')) details.open = true; });
      for (const type of ['service.request', 'service.response', 'model.response']) {
        const step = page.locator('.events li', { has: page.locator('b', { hasText: new RegExp(`^${type.replace('.', String.raw`\.`)}$`) }) }).filter({ hasText: 'owned' }).first();
        const text = (await step.textContent()) ?? '';
        for (const shown of [`</pre></script></title><script>document.title='owned'</script><svg onload=`, String.raw`\u{1b}[31mred\u{202e}\u{2066}\u{200b}gnp.exe`]) expect(text, type).toContain(shown);
      }
      await expect(page.locator('#changes pre.diff').allTextContents()).resolves.toContainEqual(expect.stringContaining(`+</pre></script></title><script>document.title='owned'</script>`));
      await expect(page.evaluate(() => [document.title.includes('owned'), document.documentElement.scrollWidth, document.querySelectorAll('main script, main svg[onload]').length])).resolves.toEqual([false, 400, 0]);
      expect((await page.locator('main').textContent()) ?? '').not.toMatch(/[\u001b\u202a-\u202e\u2066-\u2069\u200b]/);
      expect(readFileSync(file).length).toBeLessThan(300_000);
      expect(faults).toEqual([]);
    });
  });
});
