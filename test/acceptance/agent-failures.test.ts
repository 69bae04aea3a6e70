import { describe } from 'vitest';
import { npmAgents } from '../support/agent-labels.js';
import { agentFaultTests } from '../support/agent-faults.js';
import { describeWithEngine, engine } from '../support/engine.js';
import { failureTests } from '../support/agent-failures.js';
import { MODEL_FAULTS } from '../support/model-faults.js';

/** Every fault with every real binary, ended by the gateway however patiently the product would go on. */
describe.skipIf(engine === undefined)('agents that lose their model or their sandbox', () => {
  agentFaultTests(npmAgents(), Object.keys(MODEL_FAULTS), 60);
});

/** What the products themselves say when they give up. Some try for minutes before they do. */
describeWithEngine.each(npmAgents().map((adapter) => [adapter.id, adapter] as const))('%s gives up on its model', (_id, adapter) => failureTests(adapter, 10));
