import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { controlAdapters } from './adapter.js';
import { BEHAVIOURS } from './behaviours.js';
import { finalText, notesFound, parseEvent } from './parse.js';
import { programFiles } from './program-files.js';
import { inPackage } from '../../common/package-root.js';

const places = { home: '/home/dev', workspace: '/home/projects/app', programs: '/opt/agent', inside: (path: string) => path };

test('nothing inside says what it is for: neither files nor their names nor the command line', () => {
  const telling = /\b(?:control|oracle|stale|amnesiac?|inventor|fragment|leak\w*|tests?|eval\w*|benchmark\w*|scenarios?|fixtures?|scor(?:e|es|er|ing)|cleanslate|harness|trial|expected)\b/i;
  const seen = [
    ...programFiles('/opt/agent').flatMap(({ path, content }) => [path, Buffer.from(content).toString()]),
    ...controlAdapters.flatMap((adapter) => adapter.command({ prompt: '', number: 1, model: null }, places).argv),
  ];
  // The method of regular expressions has that name, whatever they are for.
  expect(seen.flatMap((text) => telling.exec(text.replaceAll('.test(', '('))?.[0] ?? [])).toEqual([]);
});

test('the program stands alone: builtins of Node and its own modules, readable and not writable by the agent', () => {
  const files = programFiles('/opt/agent');
  const own = new Set(files.map(({ path }) => path));
  const imports = files.flatMap(({ content }) => [...Buffer.from(content).toString().matchAll(/^(?:import|export) .*? from '(.*)';$/gm)].map((match) => match[1] ?? ''));
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((name) => !name.startsWith('node:') && !own.has(`/opt/agent/${name.replace(/^\.\//, '')}`))).toEqual([]);
  expect(files.every(({ mode, owner }) => mode === 0o644 && owner === 'root')).toBe(true);
});

test('a line of another shape is kept as unparsed', () => {
  for (const line of ['', 'text', '{"type":"call"}', '{"type":"new","text":"x"}', '{"type":"say","text":"x","more":1}']) {
    expect(parseEvent(line)).toEqual([{ type: 'unparsed', result: line }]);
  }
});

test('the answer is the last final line, whatever stands around it', () => {
  const out = ['{"type":"final","text":"one"}', 'noise', '{"type":"final","text":"two"}', '{"type":"say","text":"bye"}', ''].join('\n');
  expect(finalText(Buffer.from(out))).toBe('two');
  expect(finalText(Buffer.from('{"type":"say","text":"bye"}'))).toBeNull();
});

test('a control agent that fails or stays silent is our fault, never a score', () => {
  const [adapter] = controlAdapters;
  const outcome = (exit_code: number, text: string) => ({ exit_code, stdout: Buffer.from(text), events: [], file: () => Promise.resolve(undefined) });
  expect(adapter?.classify(outcome(1, '')).map(({ blame }) => blame)).toEqual(['harness']);
  expect(adapter?.classify(outcome(0, '')).map(({ blame }) => blame)).toEqual(['harness']);
  expect(adapter?.classify(outcome(0, '{"type":"final","text":"x"}'))).toEqual([]);
});

test('how many notes were found is read from the trace, and nothing where nobody looked', () => {
  const event = { seq: 1, time: '2026-05-06T10:00:00.000Z', session: 1, source: 'agent' } as const;
  const call = { ...event, type: 'tool.call', call_id: '1', name: 'recall' } as const;
  expect(notesFound([call, { ...event, type: 'tool.result', call_id: '1', result: { notes: 3 } }])).toBe(3);
  expect(notesFound([{ ...call, name: 'read' }])).toBeUndefined();
});

test('the documentation lists every control agent as it is described here', () => {
  const text = readFileSync(inPackage('docs', 'control-agents.md'), 'utf8');
  expect(BEHAVIOURS.filter(({ id, does }) => !text.includes(`| \`${id}\` | ${does} |`))).toEqual([]);
});
