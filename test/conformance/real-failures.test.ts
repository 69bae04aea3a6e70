import { describe } from 'vitest';
import { agentFaultTests } from '../support/agent-faults.js';
import { npmAgents } from '../support/agent-labels.js';
import { engine } from '../support/engine.js';

/** One agent for each dialect; `make acceptance` takes all of them, and recorded outputs of all are in adapter.test.ts. */
const ONE_PER_DIALECT = ['codex', 'claude-code', 'gemini-cli', 'pi'];
const FAULTS = ['rate-limit', 'outage', 'credentials', 'cut-stream', 'silence', 'wrong-model', 'lost'];
const agents = npmAgents().filter(({ id }) => ONE_PER_DIALECT.includes(id));

describe.skipIf(engine === undefined || agents.length === 0)('agents that lose their model or their sandbox', () => {
  agentFaultTests(agents, FAULTS, 20);
});
