import { EXAMPLE_PLAYER } from '../agents/control/player.js';
import { isPointsLine, type ResultLine } from './read-campaign.js';

/**
 * Configurations of control agents whose points on tasks of a battery nobody predicts, sorted: a key says what its own examples get, and
 * `control/example` plays those; what an oracle or a leaker finds in a task, no key knows. They prove nothing of the harness there.
 */
export const unpredictedControls = (results: readonly ResultLine[]): string[] =>
  [...new Set(results.filter(isPointsLine).filter(({ agent }) => agent.startsWith('control/') && agent !== EXAMPLE_PLAYER).map(({ configuration }) => configuration))].sort();
