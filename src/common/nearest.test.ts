import { expect, test } from 'vitest';
import { nearest } from './nearest.js';

const TRIALS = ['oracle.short.handoff.run-1', 'oracle.short.handoff.run-2', 'stale.short.handoff.run-1', 'codex.long.contextos.run-5'];

test('a part of a name finds what contains it, a slip of the keyboard what is most alike', () => {
  expect(nearest('handoff.run-1', TRIALS)).toEqual(['oracle.short.handoff.run-1', 'stale.short.handoff.run-1']);
  expect(nearest('oracel.short.handof.run-2', TRIALS)[0]).toBe('oracle.short.handoff.run-2');
  expect(nearest('codex.long.contexto.run5', TRIALS)).toEqual(['codex.long.contextos.run-5']);
  expect(nearest('something else', TRIALS)).toEqual([]);
});
