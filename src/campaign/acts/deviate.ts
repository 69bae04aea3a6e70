import type { Clock } from '../../common/clock.js';
import type { JournalBody } from '../../evidence/journal.js';
import { said } from '../said.js';
import { act } from './act.js';

/** Records what was done otherwise than the protocol says. It stands beside the results from now on and changes none. */
export const deviate = (dir: string, { text, by }: { text: string; by: string }, clock: Clock): Promise<JournalBody> =>
  act(dir, clock, () => ({ type: 'deviation.recorded', text: said(text, '--note'), by: said(by, '--by') }));
