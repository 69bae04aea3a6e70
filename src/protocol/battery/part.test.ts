import { expect, test } from 'vitest';
import { batteryPart, partInWords } from './part.js';
import type { BatterySelection } from './selection.js';

const INDEX: BatterySelection = { use: 'core-v1', tasks: ['a', 'b'], categories: ['project-memory', 'document-recall'] };

test.each([
  ['nothing', undefined, null],
  ['all of it', 'core-v1', null],
  ['all of it, asked in other ways', { use: 'core-v1', profiles: ['full', 'floor'] } satisfies BatterySelection, null],
  ['a task', { use: 'core-v1', tasks: ['a'] }, 'part of the battery core-v1 (1 task)'],
  ['a category', { use: 'core-v1', categories: ['project-memory'] } satisfies BatterySelection, 'part of the battery core-v1 (the category project-memory)'],
  ['tasks of categories', INDEX, 'part of the battery core-v1 (2 tasks of the categories project-memory, document-recall)'],
])('of %s', (_, selection, expected) => {
  expect(partInWords(batteryPart(selection))).toBe(expected);
});

test('picked tasks are named', () => {
  expect(batteryPart(INDEX)).toMatchObject({ name: 'core-v1', tasks: ['a', 'b'] });
});
