import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Machine, runControl, scoreControl } from './support/control-run.js';
import { generateScenario } from './support/generated/decisions.js';
import { generateRevision } from './support/generated/revision.js';
import { notesFound } from '../src/agents/control/parse.js';
import { sha256 } from '../src/common/digest.js';
import { loadScenario } from '../src/scenario/load.js';
import { supportedProfiles } from '../src/scenario/profiles.js';

const AGENTS = ['oracle-reader', 'stale-reader', 'amnesiac', 'inventor', 'fragment-quoter', 'leaker'].map((name) => `control/${name}`);
const CASES = await Promise.all(['short', 'long', 'revision'].map(async (name) => (await loadScenario({ name })).scenario));
const table = CASES.flatMap((scenario) => supportedProfiles(scenario).flatMap((profile) => AGENTS.map((agent) => ({ agent, scenario, profile, name: scenario.id }))));

test.each(table)('$agent on $name, $profile, scores what it is built for', async ({ agent, scenario, profile }) => {
  const { score, verdict, stderr, exit_code } = await scoreControl(agent, scenario, profile);
  expect({ stderr, exit_code }).toEqual({ stderr: '', exit_code: 0 });
  expect(verdict, JSON.stringify(score, null, 1)).toEqual({ ok: true });
});

const [SHORT] = CASES;
if (SHORT === undefined) throw new Error('no scenario');

test('the trace shows each file that was listed and read, with its digest, and the final answer', async () => {
  const { events, answer } = await scoreControl('control/oracle-reader', SHORT, 'handoff');
  const calls = events.filter(({ type }) => type === 'tool.call').map(({ name, arguments: given }) => `${name ?? ''} ${(given as { path: string }).path}`);
  expect(calls).toEqual(['list .', 'read AGENTS.md', 'read HANDOFF.md']);
  const read = events.filter(({ type, result }) => type === 'tool.result' && (result as { sha256?: string }).sha256 !== undefined).map(({ result }) => result);
  expect(read).toContainEqual({ bytes: Buffer.byteLength(SHORT.sources['HANDOFF.md'] ?? ''), sha256: sha256(SHORT.sources['HANDOFF.md'] ?? ''), text: SHORT.sources['HANDOFF.md'] });
  expect(events.at(0)).toMatchObject({ type: 'session.start' });
  expect(events.at(-1)).toMatchObject({ type: 'message', id: 'final', result: answer });
  expect(events.filter(({ type }) => type === 'unparsed')).toEqual([]);
});

test('the same machine state gives the same answer, byte for byte', async () => {
  for (const agent of AGENTS) expect((await scoreControl(agent, SHORT, 'contextos')).answer).toBe((await scoreControl(agent, SHORT, 'contextos')).answer);
});

test.each(['/home/dev', '/home/projects/app', '/tmp', '/var/tmp', '/dev/shm'])('the leaker finds what it left in %s alone, and then scores', async (place) => {
  using first = new Machine();
  const clean = await scoreControl('control/leaker', SHORT, 'contextos', first);
  expect(clean.verdict).toEqual({ ok: true });
  expect(notesFound(clean.events)).toBe(0);
  using second = new Machine();
  second.write(`${place}/.working-notes.json`, readFileSync(first.inside(`${place}/.working-notes.json`)));
  const leaked = await scoreControl('control/leaker', SHORT, 'contextos', second);
  expect(notesFound(leaked.events)).toBe(1);
  expect(leaked.score).toMatchObject({ grounded_correct: 4 });
  expect(leaked.verdict).toMatchObject({ ok: false });
});

test('files that would stop a reader do not: a pipe, a link in a circle, a huge file, a file that may not be read, bytes that are not text', async () => {
  using machine = new Machine();
  const at = (path: string): string => machine.inside(`/home/projects/app/${path}`);
  execFileSync('mkfifo', [at('pipe.md')]);
  symlinkSync('.', at('circle'));
  symlinkSync('/etc/hostname', at('link.md'));
  machine.write('/home/projects/app/huge.md', Buffer.alloc(2_000_000, 'a'));
  machine.write('/home/projects/app/bytes.md', Buffer.from([0xff, 0xfe, 0x00, 0x80]));
  machine.write('/home/projects/app/shut.md', 'x');
  chmodSync(at('shut.md'), 0);
  const { score, stderr } = await scoreControl('control/oracle-reader', SHORT, 'contextos', machine);
  expect(stderr).toBe('');
  expect(score).toMatchObject({ grounded_correct: 4 });
});

test('a request without questions, as in a session before the last, is taken note of without a look at the project', async () => {
  using machine = new Machine();
  const { exit_code, answer, events } = await runControl('control/oracle-reader', 'Please tidy up.', machine);
  expect({ exit_code, answer }).toEqual({ exit_code: 0, answer: 'Noted.' });
  expect(events.map(({ type }) => type)).not.toContain('tool.call');
});

test('every control agent meets its expectation on scenarios of other domains too', async () => {
  for (const scenario of [generateScenario(1001), generateRevision(1002)]) {
    for (const profile of supportedProfiles(scenario)) {
      for (const agent of AGENTS) {
        const { verdict, score } = await scoreControl(agent, scenario, profile);
        expect({ scenario: scenario.id, agent, profile, verdict }, JSON.stringify(score)).toMatchObject({ verdict: { ok: true } });
      }
    }
  }
});
