import { expect, test } from 'vitest';
import { staleDocuments } from './documents.js';

test('the documents say what the program does now; else run `make docs`', () => {
  expect(staleDocuments()).toEqual([]);
});
