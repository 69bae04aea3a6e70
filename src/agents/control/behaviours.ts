import type { Places, StateEntry } from '../adapter.js';

/** What makes one control agent: the flags of its program, and what it keeps. */
export interface Behaviour {
  id: string;
  /** One line for the docs and for `agents`. */
  does: string;
  flags(places: Places): string[];
  state: StateEntry[];
}

/** Where temporary files go on any system; what is left there by one run must not reach the next. */
const TEMPORARY = ['/tmp', '/var/tmp', '/dev/shm'];
const NOTE = '.working-notes.json';
const KEPT = 'what it learned; the same file also goes to $TMPDIR, /tmp, /var/tmp and /dev/shm';

/** The control agents (docs/control-agents.md). Inside, nothing is called by these names. */
export const BEHAVIOURS: readonly Behaviour[] = [
  { id: 'control/oracle-reader', does: 'reads everything, prefers the newest decision, cites whole sentences', flags: () => ['--order', 'newest'], state: [] },
  { id: 'control/stale-reader', does: 'reads everything, takes the oldest', flags: () => ['--order', 'oldest'], state: [] },
  { id: 'control/amnesiac', does: 'reads nothing, says unknown', flags: () => ['--order', 'none'], state: [] },
  { id: 'control/inventor', does: 'reads nothing, answers anyway', flags: () => ['--order', 'none', '--otherwise', 'offered'], state: [] },
  { id: 'control/fragment-quoter', does: 'finds the right value, quotes part of the sentence', flags: () => ['--order', 'newest', '--quote', 'part'], state: [] },
  {
    id: 'control/leaker',
    does: 'answers only from notes that an earlier run left, and leaves some wherever it can',
    flags: (places) => ['--order', 'none', ...[places.home, places.workspace, ...TEMPORARY.map((path) => places.inside(path))].flatMap((place) => ['--notes', place])],
    state: [
      { pattern: `~/${NOTE}`, class: 'memory', note: KEPT },
      { pattern: NOTE, class: 'memory', note: KEPT },
    ],
  },
];
