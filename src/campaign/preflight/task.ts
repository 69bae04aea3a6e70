import type { Script } from '../../gateway/scripted/schema.js';
import { scenarioSchema } from '../../scenario/schema.js';
import { selectCase, type SelectedCase } from '../../scenario/profiles.js';

const FILE = 'NOTES.md';

/** What the agent has to find. Nothing in the prompt says it, so whoever has it has read the file. */
export const FINDING = 'The staging copy of the catalogue is refreshed every Thursday at 06:40.';

const scenario = scenarioSchema.parse({
  id: 'preflight',
  description: 'One file, one question: as little as an agent can be asked that needs one tool call and one answer.',
  sources: { [FILE]: `# Notes\n\n${FINDING}\n` },
  questions: { weekday: 'On which weekday is the staging copy of the catalogue refreshed? Answer with exactly one of: `tuesday`, `thursday`, `saturday`.' },
  expected: { weekday: { value: 'thursday', source: FILE, quote: FINDING } },
});

/** The work that a configuration is tried on. */
export const preflightCase: SelectedCase = selectCase(scenario, 'contextos');

/** What a model without one of its own says: one tool call, then the answer. */
export const preflightScript: Script = {
  turns: [{ read: FILE }, { answer: { answers: { weekday: { value: 'thursday', source: FILE, quote: FINDING } } } }],
};
