import { expect, test } from 'vitest';
import type { ResultLine } from './read-campaign.js';
import { unpredictedControls } from './unpredicted-controls.js';

const line = (configuration: string, agent: string, scenario: string | null): ResultLine => ({ configuration, agent, scenario }) as ResultLine;

test('a control that reads, on a task of a battery, has no prediction; an example and a scenario have one, and other agents need none', () => {
  const lines = [line('oracle', 'control/oracle-reader', null), line('oracle', 'control/oracle-reader', null), line('right', 'control/example', null), line('leaker', 'control/leaker', 'short'), line('codex', 'codex', null)];
  expect(unpredictedControls(lines)).toEqual(['oracle']);
});
