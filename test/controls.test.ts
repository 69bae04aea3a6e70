import { expect, test } from 'vitest';
import { scoreControl } from './support/control-run.js';
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
