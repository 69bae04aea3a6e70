import { NOTHING } from '../../common/varying.js';
import { packageVersion } from '../../common/package-root.js';
import type { AgentAdapter } from '../adapter.js';
import { failureSigns } from './failure-signs.js';
import { finalText, parseEvent } from './parse.js';
import { programFiles } from './program-files.js';

/** The control agent that plays an example of a task's key. */
export const EXAMPLE_PLAYER = 'control/example';

/**
 * Does what it is told for a prompt and nothing else: opens files, runs commands, writes files, answers. At any other prompt it says that it
 * is done. It is told on its command line, so that nothing of it lies in a file.
 */
export const examplePlayer: AgentAdapter = {
  id: EXAMPLE_PLAYER,
  version: packageVersion(),
  image: 'base',
  control: true,
  state: [],
  varies: NOTHING,
  knows: { state: true, tools: true },
  files: ({ programs }) => programFiles(programs),
  command: ({ prompt, plays = [] }, places) => {
    const steps = plays.find((one) => one.prompt === prompt)?.steps ?? IDLE;
    return { argv: ['node', `${places.programs}/main.js`, '--steps', JSON.stringify(steps)], env: {}, stdin: Buffer.from(prompt) };
  },
  parse: parseEvent,
  answer: ({ stdout }) => Promise.resolve(finalText(stdout)),
  classify: failureSigns,
};

const IDLE = { reads: [], commands: [], files: {}, answer: 'Done.' };
