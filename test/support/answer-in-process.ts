import { parseEvent } from '../../src/agents/control/parse.js';
import { Events } from '../../src/agents/control/program/events.js';
import { readOptions } from '../../src/agents/control/program/options.js';
import { answerRequest } from '../../src/agents/control/program/run.js';
import { selectCase } from '../../src/scenario/profiles.js';
import type { Scenario } from '../../src/scenario/schema.js';
import { workspacePrompt } from '../../src/scenario/workspace-prompt.js';
import type { Score } from '../../src/scoring/schemas.js';
import { scoreCase } from '../../src/scoring/score.js';
import { layOut, Machine } from './control-run.js';

/** As `scoreControl`, on real files, but without a process each: for the many generated scenarios. */
export function scoreInProcess(flags: readonly string[], scenario: Scenario, profile: string): { score: Score; selected: ReturnType<typeof selectCase> } {
  using machine = new Machine();
  const selected = selectCase(scenario, profile);
  layOut(machine, selected);
  let answer = '';
  const take = (line: Uint8Array): void => {
    const [event] = parseEvent(Buffer.from(line).toString());
    if (event?.id === 'final') answer = String(event.result);
  };
  answerRequest(workspacePrompt(selected), readOptions(flags), machine.places.workspace, new Events(take));
  return { score: scoreCase(selected, answer), selected };
}
