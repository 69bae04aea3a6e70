import { npmAgents } from '../support/agent-labels.js';
import { failureTests } from '../support/agent-failures.js';
import { describeWithEngine } from '../support/engine.js';

/** One agent for each dialect; `make acceptance` takes all of them, and recorded outputs of all are in adapter.test.ts. */
const ONE_PER_DIALECT = ['codex', 'claude-code', 'gemini-cli', 'pi'];

describeWithEngine.each(npmAgents().filter(({ id }) => ONE_PER_DIALECT.includes(id)).map((adapter) => [adapter.id, adapter] as const))('%s loses its model', (_id, adapter) => failureTests(adapter, 3));
