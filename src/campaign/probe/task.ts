import { BELOW } from '../../agents/instruction-places.js';
import type { Script } from '../../gateway/scripted/schema.js';
import { selectCase, type SelectedCase } from '../../scenario/profiles.js';
import { scenarioSchema } from '../../scenario/schema.js';

const FILE = `${BELOW}/calendar.md`;

/** What only a read of the file brings into a conversation. */
export const FINDING = 'The archive of the catalogue is rebuilt every Tuesday at 05:20.';

/** What the model has the agent write, relative to the workspace: that it is there afterwards is nobody's state. */
export const ASKED_FOR = 'summary.txt';

const scenario = scenarioSchema.parse({
  id: 'probe',
  description: 'One file below the root to read and one to write: what a CLI loads and leaves while it does that is looked at.',
  sources: { [FILE]: `# Calendar\n\n${FINDING}\n` },
  questions: { weekday: 'On which weekday is the archive of the catalogue rebuilt? Answer with exactly one of: `tuesday`, `thursday`, `saturday`.' },
  expected: { weekday: { value: 'tuesday', source: FILE, quote: FINDING } },
});

export const probeCase: SelectedCase = selectCase(scenario, 'contextos');

export const probeScript: Script = {
  turns: [
    { read: FILE },
    { write: { path: ASKED_FOR, content: 'Tuesday\n' } },
    { answer: { answers: { weekday: { value: 'tuesday', source: FILE, quote: FINDING } } } },
  ],
};
