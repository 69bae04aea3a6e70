import type { Command } from 'commander';
import { UserError, messageOf } from '../common/errors.js';
import type { Scenario } from '../scenario/schema.js';
import { needed } from './scenario-options.js';
import { jsonText } from './output/json.js';

interface SummarizeOptions {
  results?: string;
  scenarioFile?: string;
  json?: boolean;
}

/** `cleanslate summarize`: means per model and profile, or, of a campaign, per configuration, scenario and profile. */
export function registerSummarize(program: Command): void {
  program
    .command('summarize')
    .description('prints the means of a results file as Markdown tables')
    .option('--results <path>', 'a JSON Lines file of `record`, or results.jsonl of a campaign')
    .option('--scenario-file <path>', 'your own scenario, where old lines of it have to be scored again')
    .option('--json', 'print the tables as JSON')
    .addHelpText('after', '\nExample:\n  cleanslate summarize --results trials.jsonl\n')
    .action(async (options: SummarizeOptions) => {
      const path = needed(options.results, '--results', 'the JSON Lines file');
      const scoring = await import('../scoring/index.js');
      const scenarios = await knownScenarios(options.scenarioFile);
      const byId = (id: string): Scenario | undefined => scenarios.get(id);
      const { splitPoints } = await import('../campaign/points-lines.js');
      const { pointRunRows, pointsRows } = await import('../campaign/points-rows.js');
      const { formatPointRuns, formatPoints } = await import('../campaign/points-text.js');
      const { points: lines, rest } = splitPoints(completeLines(await readResultsFile(path), path));
      const tables = scoring.summarizeResults(scoring.readResults(rest, path, byId), byId);
      if (tables.length === 0 && lines.length === 0) throw new UserError('CLEANSLATE_RESULTS_EMPTY', 'holds no results', { where: path, hint: 'append some with `record`' });
      const [points, point_runs] = [pointsRows(lines), pointRunRows(lines)];
      if (options.json) process.stdout.write(jsonText(lines.length === 0 ? tables : { tables, points, point_runs }));
      else process.stdout.write([...(tables.length > 0 ? [scoring.formatTables(tables)] : []), ...(lines.length > 0 ? [`${formatPoints(points)}\n\n${formatPointRuns(point_runs)}\n`] : [])].join('\n'));
    });
}

async function knownScenarios(file: string | undefined): Promise<Map<string, Scenario>> {
  const { BUILTIN_SCENARIOS, loadScenario } = await import('../scenario/load.js');
  const references = [...BUILTIN_SCENARIOS.map((name) => ({ name })), ...(file === undefined ? [] : [{ file }])];
  const loaded = await Promise.all(references.map((reference) => loadScenario(reference)));
  return new Map(loaded.map(({ scenario }) => [scenario.id, scenario]));
}

async function readResultsFile(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    const reasons: Record<string, string> = { ENOENT: 'no such file', EISDIR: 'is a directory', ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text' };
    const message = reasons[(cause as NodeJS.ErrnoException).code ?? ''] ?? messageOf(cause);
    throw new UserError('CLEANSLATE_RESULTS_UNREADABLE', message, { where: path, hint: 'give the JSON Lines file that `record` appends to', cause });
  }
}

/** Half a line at the end is what a killed `record` left: it was never recorded, and the next `record` takes it away. */
function completeLines(text: string, path: string): string {
  const end = text.lastIndexOf('\n') + 1;
  const tail = text.slice(end);
  if (!tail.startsWith('{"scenario":') || isJson(tail)) return text;
  process.stderr.write(`${path}: passed over half a line at its end, left by a \`record\` that was killed\n`);
  return text.slice(0, end);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
