import type { AgentAdapter } from '../adapter.js';
import { BEHAVIOURS, type Behaviour } from './behaviours.js';
import { failureSigns } from './failure-signs.js';
import { finalText, parseEvent } from './parse.js';
import { programFiles } from './program-files.js';
import { NOTHING } from '../../common/varying.js';
import { packageVersion } from '../../common/package-root.js';

/** Our own agents with known behaviour: they calibrate harness and scorer. All run one program, with different flags. */
export const controlAdapters: readonly AgentAdapter[] = BEHAVIOURS.map(controlAdapter);

function controlAdapter({ id, flags, state }: Behaviour): AgentAdapter {
  return {
    id,
    version: packageVersion(),
    image: 'base',
    control: true,
    state,
    varies: NOTHING,
    knows: { state: true, tools: true },
    files: ({ programs }) => programFiles(programs),
    command: ({ prompt }, places) => ({ argv: ['node', `${places.programs}/main.js`, ...flags(places)], env: {}, stdin: Buffer.from(prompt) }),
    parse: parseEvent,
    answer: ({ stdout }) => Promise.resolve(finalText(stdout)),
    classify: failureSigns,
  };
}
