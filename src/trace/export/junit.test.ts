import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseXml } from '../../../test/support/xml-tree.js';
import { junitOf, type TrialCase } from './junit.js';

const trial = (more: Partial<TrialCase>): TrialCase => ({ configuration: 'codex', group: 'short.handoff', trial: 'codex.short.handoff.run-1', seconds: 1.5, outcome: 'passed', message: '', details: '', ...more });

test('a suite for each configuration, a case for each trial, and their sums', () => {
  const document = parseXml(junitOf('demo', [
    trial({}),
    trial({ outcome: 'failure', message: '3/4 grounded', details: 'database: mysql' }),
    trial({ configuration: 'pi', outcome: 'error', message: 'invalid (provider: 429)' }),
    trial({ configuration: 'pi', outcome: 'skipped', message: 'not run yet', seconds: 0 }),
  ]));
  expect(document).toMatchObject({ name: 'testsuites', attributes: { name: 'demo', tests: '4', failures: '1', errors: '1', skipped: '1', time: '4.500' } });
  const [codex, pi] = document.children;
  expect(codex).toMatchObject({ name: 'testsuite', attributes: { name: 'codex', tests: '2', failures: '1', errors: '0' } });
  expect(codex?.children).toMatchObject([
    { name: 'testcase', attributes: { classname: 'codex.short.handoff', name: 'codex.short.handoff.run-1', time: '1.500' }, children: [] },
    { children: [{ name: 'failure', attributes: { message: '3/4 grounded', type: 'not-as-expected' }, text: 'database: mysql' }] },
  ]);
  expect(pi?.children.map(({ children }) => children[0]?.name)).toEqual(['error', 'skipped']);
});

test('what is to be said of all trials is a property of each suite', () => {
  const [suite] = parseXml(junitOf('demo', [trial({})], { publication: 'results pending' })).children;
  expect(suite?.children).toMatchObject([{ name: 'properties', children: [{ name: 'property', attributes: { name: 'publication', value: 'results pending' } }] }, { name: 'testcase' }]);
});

test('whatever an agent wrote, it is XML 1.0 and says what it said', () => {
  const hostile = '\u0000\u001b[2J]]>&<"\'\ud800 \udfff\uffff\ufffe\u202e\u0085\u2028é😀';
  fc.assert(fc.property(fc.oneof(fc.constant(hostile), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
    const [suite] = parseXml(junitOf(text, [trial({ outcome: 'failure', message: text, details: `x${text}` })])).children;
    const failure = suite?.children[0]?.children[0];
    expect(failure?.attributes['message']).toBe(failure?.text.slice(1));
  }), { examples: [[hostile]] });
  const shown = parseXml(junitOf('c', [trial({ outcome: 'failure', message: hostile })])).children[0]?.children[0]?.children[0]?.attributes['message'];
  expect(shown).toBe('\\u{0}\\u{1b}[2J]]>&<"\'\\u{d800} \\u{dfff}\\u{ffff}\\u{fffe}\\u{202e}\\u{85}\\u{2028}é😀');
});
