import { describe, expect, test } from 'vitest';
import { findAdapter } from '../../src/agents/registry.js';
import { atifOf } from '../../src/trace/export/atif.js';
import { atifTrajectory } from '../../src/trace/export/atif-schema.js';
import { sampledAgents, samplesOf } from '../support/agent-samples.js';
import { traced } from '../support/agent-session.js';
import { fromAtif, fromTrace } from '../support/atif-import.js';

/** What real CLIs printed, as trajectories in ATIF, and read back. */
describe.each(sampledAgents())('recordings of %s', (agent) => {
  test.each(samplesOf(agent).map((sample) => [sample.name, sample] as const))('%s', async (_, { stdout }) => {
    const adapter = findAdapter({ agent });
    const events = await traced(adapter, stdout);
    const facts = { id: 'c/t/attempt-1', agent: { name: agent, version: adapter.version, model: undefined }, cost_usd: undefined, extra: {} };
    for (const trajectory of atifOf(events, facts)) expect(fromAtif(atifTrajectory.parse(trajectory))).toEqual(fromTrace(events));
  });
});
