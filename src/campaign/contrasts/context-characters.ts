import { filesBefore } from '../../protocol/battery/task.js';
import { VARIANTS, variantOf } from '../../protocol/battery/variants.js';
import { isAnswersLine, type CampaignOnDisk } from '../read-campaign.js';
import { taskOf } from '../read-task.js';

/** `<task>/<profile>` → what the profile puts before the agent, Unicode code points. */
export type ContextCharacters = ReadonlyMap<string, number>;

/**
 * Of a scenario: the selected sources, as its scores say. Of a task of a battery: everything that is said to the agent in all of its
 * sessions, and the files that are laid before it in the last one.
 */
export async function contextCharacters(on: CampaignOnDisk): Promise<ContextCharacters> {
  const found = new Map<string, number>();
  for (const { task, profile, score } of on.results.filter(isAnswersLine)) {
    const count = score['context_characters'];
    if (typeof count === 'number') found.set(`${task}/${profile}`, count);
  }
  for (const name of Object.keys(on.campaign.material.tasks ?? {})) {
    const task = await taskOf(on, name);
    if (task === undefined) continue;
    for (const variant of VARIANTS) {
      const sessions = variantOf(task, variant);
      const texts = [...sessions.flatMap(({ turns }) => turns), ...filesBefore(sessions, sessions.length).values()];
      found.set(`${name}/${variant}`, texts.reduce((sum, text) => sum + [...text].length, 0));
    }
  }
  return found;
}
