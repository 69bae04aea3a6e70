import { npmAgents } from '../support/agent-labels.js';
import { failureTests } from '../support/agent-failures.js';
import { describeWithEngine } from '../support/engine.js';

/** Every failure on every real binary. Some products try for minutes before they say so. */
describeWithEngine.each(npmAgents().map((adapter) => [adapter.id, adapter] as const))('%s loses its model', (_id, adapter) => failureTests(adapter, 10));
