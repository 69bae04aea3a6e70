import { adaptedDocuments, adaptFiles, adaptPrompt, type Adaptation } from '../../protocol/adaptations.js';
import { filesBefore, type Task } from '../../protocol/battery/task.js';
import { VARIANTS, variantOf, type Variant } from '../../protocol/battery/variants.js';
import { selectCase } from '../../scenario/profiles.js';
import { isAnswersLine, type AnswersLine, type CampaignOnDisk } from '../read-campaign.js';
import { taskOf } from '../read-task.js';
import { scenariosOf } from '../scenarios-of.js';
import { rowKey } from '../trial-id.js';

/** Configuration, task and profile, as `rowKey` puts them together → what is put before the agent there, Unicode code points. */
export type ContextCharacters = ReadonlyMap<string, number>;

/**
 * Of a scenario: the selected sources, as its scores say. Of a task of a battery: everything that is said to the agent in all of its
 * sessions, and the files that are laid before it in the last one. With what a configuration's adaptations add to either: a document under
 * another name costs its characters once more, and text around prompts its own where prompts are counted.
 */
export async function contextCharacters(on: CampaignOnDisk): Promise<ContextCharacters> {
  const { configurations } = on.campaign.manifest;
  const answers = on.results.filter(isAnswersLine);
  const added = await addedToScenarios(on, answers);
  const found = new Map<string, number>();
  for (const line of answers) {
    const count = line.score['context_characters'];
    if (typeof count === 'number') found.set(rowKey(line), count + added(line));
  }
  for (const name of Object.keys(on.campaign.material.tasks ?? {})) {
    const task = await taskOf(on, name);
    if (task === undefined) continue;
    for (const { id, adaptations } of configurations) for (const variant of VARIANTS) found.set(rowKey({ configuration: id, task: name, profile: variant }), ofTask(task, variant, adaptations));
  }
  return found;
}

function ofTask(task: Task, variant: Variant, adaptations: readonly Adaptation[] | undefined): number {
  const sessions = variantOf(task, variant);
  const prompts = sessions.flatMap(({ turns }) => turns).map((turn) => adaptPrompt(turn, adaptations));
  return charactersOf([...prompts, ...adaptFiles(filesBefore(sessions, sessions.length), adaptations).values()]);
}

/** Of a scenario's answer, the characters of the documents that stand there under another name too. */
async function addedToScenarios(on: CampaignOnDisk, answers: readonly AnswersLine[]): Promise<(line: AnswersLine) => number> {
  const documents = new Map(on.campaign.manifest.configurations.map(({ id, adaptations }) => [id, adaptedDocuments(adaptations)]));
  if (!answers.some(({ configuration }) => (documents.get(configuration) ?? []).length > 0)) return () => 0;
  const scenarios = await scenariosOf(on);
  return ({ configuration, scenario, profile }) => {
    const [about, own = []] = [scenarios.get(scenario), documents.get(configuration)];
    if (about === undefined || own.length === 0) return 0;
    const sources = new Map(Object.entries(selectCase(about, profile).sources));
    return charactersOf(own.flatMap(({ document }) => sources.get(document) ?? []));
  };
}

const charactersOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + [...text].length, 0);
