import { expect, test } from 'vitest';
import { keptClasses, RESET_CLASSES } from '../../protocol/manual.js';
import { wholeReset } from '../../protocol/resets.js';
import { parseResets } from './resets.js';

const all = (how = 'cleared'): string[] => RESET_CLASSES.map((name) => `${name}=${how}`);

test('every class is attested once, with a note where one is given', () => {
  const resets = parseResets([...all().slice(1), 'account-memory=off:Settings: Personalization, memory off'], []);
  expect(Object.keys(resets)).toEqual(RESET_CLASSES);
  expect(resets['account-memory']).toEqual({ how: 'off', note: 'Settings: Personalization, memory off' });
  expect(resets.files).toEqual({ how: 'cleared', note: null });
});

test('what is declared as kept is kept, and nothing else is', () => {
  const given = [...all().slice(0, -1), 'instructions=kept'];
  expect(parseResets(given, ['instructions']).instructions.how).toBe('kept');
  expect(() => parseResets(given, [])).toThrow('`instructions` may not be kept');
  expect(() => parseResets(all(), ['files'])).toThrow('`files` is declared as kept, and was cleared');
});

test.each([
  [all().slice(0, 4), 'no reset is attested for: indexes, instructions'],
  [[...all(), 'files=cleared'], '`files` is attested twice'],
  [['files'], '`files` names no state class'],
  [['files=gone'], '`files=gone` does not say how it was reset'],
])('%j is refused', (given, message) => {
  expect(() => parseResets(given, [])).toThrow(message);
});

test('after the first session, what the manifest declares is kept too', () => {
  expect(keptClasses({ keeps: ['instructions'] }, wholeReset())).toEqual(['instructions']);
  expect(keptClasses({ keeps: ['instructions'] }, wholeReset({ memory: 'declared', cache: 'declared' }))).toEqual(['account-memory', 'project-memory', 'instructions']);
});
