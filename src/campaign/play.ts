import type { Settings } from '../agents/adapter.js';
import { EXAMPLE_PLAYER } from '../agents/control/player.js';
import { UserError } from '../common/errors.js';
import type { Place } from '../common/place.js';
import { adaptPrompt } from '../protocol/adaptations.js';
import { scriptOf } from '../protocol/battery/examples.js';
import { probeOf, type Task } from '../protocol/battery/task.js';
import type { Configuration } from '../protocol/manifest.js';
import type { PlannedCase } from './plan.js';
import type { AboutOf } from './trials.js';

/** Whether a configuration does a case: one that plays an example does the tasks whose key has it. */
export const playsExample = ({ agent, example }: Pick<Configuration, 'agent' | 'example'>, { about }: { about: AboutOf }): boolean =>
  agent !== EXAMPLE_PLAYER || (about.kind === 'battery' && example !== undefined && Object.hasOwn(about.task.examples, example));

/** Refuses an example where none can be played. @throws UserError CLEANSLATE_EXAMPLE */
export function checkExample(configuration: Configuration, cases: readonly PlannedCase[], place: Place): void {
  const { agent, example } = configuration;
  const refuse = (path: PropertyKey[], message: string, hint: string): UserError => new UserError('CLEANSLATE_EXAMPLE', message, { where: place(path), hint });
  if (agent !== EXAMPLE_PLAYER) {
    if (example !== undefined) throw refuse(['example'], `\`example\` is only for \`agent: ${EXAMPLE_PLAYER}\`, not for \`${agent}\``, 'remove it');
    return;
  }
  if (example === undefined) throw refuse([], `agent \`${EXAMPLE_PLAYER}\` needs an \`example\``, 'name one of the examples in the key.yaml of the tasks, such as `right`');
  if (cases.some((planned) => playsExample(configuration, planned))) return;
  const known = [...new Set(cases.flatMap(({ about }) => (about.kind === 'battery' ? Object.keys(about.task.examples) : [])))].sort();
  throw refuse(['example'], `no selected task has an example \`${example}\``, known.length === 0 ? 'examples are played on the tasks of a `battery`' : `there are ${known.slice(0, 8).join(', ')}${known.length > 8 ? ', …' : ''}`);
}

/** What the example player is told of a task: the steps of its one example and at which prompt, nothing of the key beside it. */
export function playOf({ agent, example = '', adaptations }: Configuration, { about }: { about: AboutOf }): Pick<Settings, 'plays'> {
  if (agent !== EXAMPLE_PLAYER || about.kind !== 'battery') return {};
  const { task } = about;
  const { notes, ...steps } = scriptOf(task, example);
  const opening = { prompt: adaptPrompt(openingOf(task), adaptations), steps: { reads: [], commands: [], files: notes, answer: 'Done.' } };
  return { plays: [...(task.sessions.length > 1 ? [opening] : []), { prompt: adaptPrompt(probeOf(task), adaptations), steps }] };
}

/** Notes are made when the first session has heard everything. */
const openingOf = ({ sessions }: Task): string => sessions[0]?.turns.at(-1) ?? '';
