import { pointsLine, type PointsLine } from './read-campaign.js';

/** The lines of a results file that are of a battery's tasks, and its text with blank lines in their place, so that others keep their numbers. */
export function splitPoints(text: string): { points: PointsLine[]; rest: string } {
  const points: PointsLine[] = [];
  const rest = text.split('\n').map((line) => {
    const parsed = line.startsWith(OF_A_TASK) ? pointsLine.safeParse(JSON.parse(line)).data : undefined;
    if (parsed === undefined) return line;
    points.push(parsed);
    return '';
  });
  return { points, rest: rest.join('\n') };
}

/** How such lines begin, as the harness writes them. */
const OF_A_TASK = '{"scenario":null,';
