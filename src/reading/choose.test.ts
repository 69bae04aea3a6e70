import { expect, test } from 'vitest';
import { chooseAll } from './choose.js';
import { statementsOf } from './statements.js';
import { questionsIn } from './task.js';

/** Value and sentence that are found for a question in some files, the newest and the oldest. */
function ask(question: string, files: Record<string, string>, order: 'newest' | 'oldest' = 'newest'): [string, string] | undefined {
  const questions = questionsIn(JSON.stringify({ questions: { it: question } }));
  const statements = Object.entries(files).flatMap(([path, text]) => statementsOf(path, text));
  const choice = chooseAll(questions, statements, order)[0];
  return choice && [choice.value, `${choice.statement.source}: ${choice.statement.text}`];
}

const cache = 'Which cache does Tern use for images? Answer with exactly one of: `redis`, `memcached`, `varnish`.';

test('a decision counts for more than a later conversation', () => {
  const files = { 'state/decisions.md': '## 2026-04-01\n\nTern uses a Redis cache for images.\n', 'sessions/2026-05-01.md': 'Tern uses a Varnish cache for images.\n' };
  expect(ask(cache, files)).toEqual(['redis', 'state/decisions.md: Tern uses a Redis cache for images.']);
  expect(ask(cache, files, 'oldest')).toEqual(['varnish', 'sessions/2026-05-01.md: Tern uses a Varnish cache for images.']);
});

test('of several decisions the newest counts, wherever in the file it stands and however its day is written', () => {
  const entries = ['## 2 May 2026\n\nTern uses a Varnish cache for images.', '## 2026-04-28\n\nTern uses a Redis cache for images.', '## March 30, 2026\n\nTern uses a Memcached cache for images.'];
  for (const order of [entries, entries.toReversed()]) {
    expect(ask(cache, { 'state/decisions.md': order.join('\n\n') })?.[0]).toBe('varnish');
    expect(ask(cache, { 'state/decisions.md': order.join('\n\n') }, 'oldest')?.[0]).toBe('memcached');
  }
});

test('with nothing but conversations, the newest of them counts', () => {
  expect(ask(cache, { 'sessions/2026-03-01.md': 'Tern uses a Redis cache for images.\n', 'sessions/2026-03-09.md': 'Tern uses a Varnish cache for images.\n' })?.[0]).toBe('varnish');
});

test.each([
  ['Tern uses Varnish as the image cache instead of Redis.', 'varnish'],
  ['Instead of Redis, Tern uses Varnish as the cache for images.', 'varnish'],
  ['Tern no longer uses Redis as its cache for images, it uses Varnish.', 'varnish'],
  ['Tern moved its image cache from Redis to Varnish.', 'varnish'],
  ['The Redis cache for Tern images was replaced by Varnish.', 'varnish'],
  ['The cache for Tern images is Varnish, which replaces Redis.', 'varnish'],
  ['Redis was dropped; the cache for Tern images is Varnish now.', 'varnish'],
  ['Redis is not used for the Tern image cache any more: Varnish is.', 'varnish'],
  ['For its image cache Tern went from Memcached to Redis and later to Varnish.', 'varnish'],
  ['Tern prefers Varnish over Redis as the cache for images.', 'varnish'],
  ['Tern uses Redis, not Varnish, as the cache for images.', 'redis'],
  ['Images of Tern go over the Redis cache, since Varnish was rejected.', 'redis'],
  ['The image cache of Tern, formerly Memcached, is Redis.', 'redis'],
  ["Tern doesn't cache images in Varnish but in Redis.", 'redis'],
])('reads the value that holds: %s', (sentence, value) => {
  expect(ask(cache, { 'state/decisions.md': `# Decisions\n\n${sentence}\n` })?.[0]).toBe(value);
});

test.each([
  ['The Redis cache for images of Tern was withdrawn.'],
  ['Tern no longer uses the Redis cache for images.'],
  ['The cache for images of Tern: Redis was rejected.'],
])('a decision taken back and never replaced leaves the question open: %s', (sentence) => {
  const files = { 'state/decisions.md': `## 2026-05-02\n\n${sentence}\n\n## 2026-04-01\n\nTern uses a Redis cache for images.\n`, 'sessions/2026-03-01.md': 'Tern uses a Redis cache for images.\n' };
  expect(ask(cache, files)).toBeUndefined();
  expect(ask(cache, files, 'oldest')?.[0]).toBe('redis');
});

test.each([
  ['## Superseded\n\nTern uses a Varnish cache for images.\n'],
  ['---\nstatus: superseded\n---\n\nTern uses a Varnish cache for images.\n'],
  ['Tern uses a Varnish cache for images.\n\nStatus: superseded by 0007.\n'],
  ['```\nTern uses a Varnish cache for images.\n```\n'],
  ['<!-- Tern uses a Varnish cache for images. -->\n'],
])('what is marked as no longer valid does not count: %j', (text) => {
  expect(ask(cache, { 'docs/decisions/0003.md': text })).toBeUndefined();
});

test.each([
  ['Heron uses a Redis cache for images.'],
  ['Heron uses a Redis cache for images, unlike Tern.'],
  ['Tern has no cache yet, while Heron uses Redis for images.'],
  ['Tern waits, and Heron uses a Redis cache for images.'],
])('what is said of another project does not count: %s', (sentence) => {
  const both = JSON.stringify({ questions: { a: cache, b: cache.replace('Tern', 'Heron') } });
  const statements = statementsOf('state/decisions.md', `${sentence}\n`);
  expect(chooseAll(questionsIn(both), statements, 'newest').map((choice) => choice?.value)).toEqual([undefined, 'redis']);
});

test.each([
  ['Tern uses a Redis cache for images, independently of what Heron does.'],
  ['Unlike Heron, Tern uses a Redis cache for images.'],
  ['Both Heron and Tern use a Redis cache for images.'],
  ['Tern and Heron share a Redis cache for images.'],
  ['Heron has none, but Tern uses a Redis cache for images.'],
])('and what is said of this one beside another does: %s', (sentence) => {
  const both = JSON.stringify({ questions: { a: cache, b: 'Where does Heron sleep? Answer with exactly one of: `x`, `y`.' } });
  expect(chooseAll(questionsIn(both), statementsOf('state/decisions.md', `${sentence}\n`), 'newest')[0]?.value).toBe('redis');
});

test('headings, list items around it and the path say which project is meant', () => {
  const heron = 'Uses a Varnish cache for images.';
  const tern = 'Uses a Redis cache for images.';
  expect(ask(cache, { 'notes.md': `## Heron\n\n- ${heron}\n\n## Tern\n\n- ${tern}\n` })?.[0]).toBe('redis');
  expect(ask(cache, { 'notes.md': `- Heron\n  - ${heron}\n- Tern\n  - ${tern}\n` })?.[0]).toBe('redis');
  expect(ask(cache, { 'heron/notes.md': heron, 'tern/notes.md': tern })?.[0]).toBe('redis');
});

test('a value counts as whole words only, on the matter asked about', () => {
  expect(ask('Which colour has the Tern logo? Answer with exactly one of: `red`, `blue`.', { 'a.md': 'The Tern logo has a colour that Fred inferred.\n' })).toBeUndefined();
  expect(ask(cache, { 'a.md': 'The Tern ticket queue is in Redis, and people like it.\nThe cache for images is undecided.\n' })).toBeUndefined();
});

test('a newer sentence on a neighbouring matter does not win', () => {
  const text = '## 2026-05-05\n\nTern uses Varnish for fonts.\n\n## 2026-05-01\n\nTern uses a Redis cache for images.\n';
  expect(ask(cache, { 'state/decisions.md': text })?.[0]).toBe('redis');
});

const month = 'What is the launch month of Tern? Answer with exactly one of: `june`, `july`, `unconfirmed`.';

test.each([
  ['The launch month of Tern is unconfirmed.'],
  ['The launch month of Tern is still unconfirmed, June was only a guess.'],
  ['The launch month of Tern is not confirmed yet.'],
])('an open matter is open, in whatever words: %s', (sentence) => {
  expect(ask(month, { 'state/blockers.md': sentence, 'sessions/2026-03-01.md': 'The launch month of Tern is June.' })?.[0]).toBe('unconfirmed');
});

test('quotes are whole and verbatim: a label stays, abbreviations and wrapped lines do not cut', () => {
  expect(ask(cache, { 'a.md': '- **Tern cache**: images, e.g. photos, are in\n  Redis v7.2 for now. More soon.\n' })?.[1]).toBe('a.md: **Tern cache**: images, e.g. photos, are in\n  Redis v7.2 for now.');
});
