import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { CleanslateError } from '../../common/errors.js';
import { inPackage } from '../../common/package-root.js';
import { loadBattery } from './load.js';
import { unproven } from './prove.js';

const CORE = inPackage('fixtures', 'batteries', 'core-v1');
const TASK = 'owner-moved-midway';
type Edit = (text: string) => string;

/** A battery of one task, with one file of it changed. */
function battery(file: string, edit: Edit): string {
  const folder = temporaryDirectory();
  cpSync(join(CORE, TASK), join(folder, TASK), { recursive: true });
  const head = readFileSync(join(CORE, 'battery.yaml'), 'utf8');
  writeFileSync(join(folder, 'battery.yaml'), `${head.slice(0, head.indexOf('tasks:'))}tasks:\n  - ${TASK}\n`);
  const path = join(folder, file.startsWith('battery') ? file : `${TASK}/${file}`);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
  return folder;
}

async function refusal(folder: string): Promise<string> {
  try {
    await loadBattery(folder, { quarter: '2026-Q4' });
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(CleanslateError);
    expect((error as CleanslateError).exitCode).toBe(2);
    return (error as CleanslateError).line.replaceAll(`${folder}/`, '');
  }
}

const swap = (from: string | RegExp, to: string): Edit => (text) => {
  const changed = text.replace(from, to);
  expect(changed, `${String(from)} is in the file`).not.toBe(text);
  return changed;
};

test.each<[string, string, Edit, string]>([
  ['an unknown key', 'task.yaml', swap('title:', 'name: x\ntitle:'), `${TASK}/task.yaml:1:1 name: unknown key`],
  ['an unknown kind of check', 'task.yaml', swap('kind: file-contains', 'kind: file-resembles'), 'checks.queue-file.kind: must be one of the kinds exact, allowed'],
  ['an option that its kind does not have', 'task.yaml', swap('file: on-call.md,', 'file: on-call.md, fuzzy: true,'), 'checks.queue-file.fuzzy: unknown key `fuzzy`'],
  ['an outcome without a cost', 'task.yaml', swap('points: { otherwise: 3, malformed: 1 }', 'points: { malformed: 1 }'), 'does not say what `absent` costs'],
  ['a path that leaves the workspace', 'task.yaml', swap('README.md: |', '../README.md: |'), 'leaves the workspace'],
  ['a file of the task that is missing', 'task.yaml', swap(/README\.md: \|\n(?: {8}.*\n|\n)+/, 'README.md: { from: readme.txt }\n'), 'there is no file `readme.txt`'],
  ['a file outside of the task', 'task.yaml', swap(/README\.md: \|\n(?: {8}.*\n|\n)+/, 'README.md: { from: ../battery.yaml }\n'), 'leaves the workspace'],
  ['a check twice', 'task.yaml', swap('  cutover: {', '  owner: {'), 'duplicated key `owner`'],
  ['a slot that nothing fills', 'task.yaml', swap('{{before}} owns', '{{former}} owns'), 'nothing fills {{former}}; declare it under `vary`'],
  ['a category that there is not', 'task.yaml', swap('project-memory', 'project'), 'category: must be one of'],
  ['a check that the key does not know', 'task.yaml', swap('  cutover: {', '  date: {'), 'there is no check `cutover` in task.yaml'],
  ['a key that forgets a check', 'key.yaml', swap(/ {2}queue-file:\n(?: {4}.*\n)+/, ''), 'checks.queue-file: has no entry under `facts`'],
  ['a value of the wrong kind', 'key.yaml', swap("right: ['{{queue}}']", 'right: {{queue}}'), 'key.yaml'],
  ['a place that is not there', 'key.yaml', swap('session: 2, turn: 1', 'session: 2, turn: 4'), 'facts.owners-file.stands: session 2 has no turn 4'],
  ['a text that does not stand there', 'key.yaml', swap('invoices go to the {{queue}} queue', 'invoices are in the {{queue}} queue'), 'does not stand there'],
  ['an expected fact that is not in the material', 'key.yaml', swap("right: ['{{owner}}']", 'right: [Wilhelmina]'), 'facts.owners-file.right: does not stand in the text that the key quotes'],
  ['a replaced value that is not in the material', 'key.yaml', swap("superseded: ['{{before}}']", 'superseded: [Wilhelmina]'), '`Wilhelmina` stands nowhere in the material'],
  ['a probe that gives the fact away', 'task.yaml', swap('On-call starts', 'On-call ({{owner}}) starts'), 'gives `'],
  ['a probe that says the fact in the plural', 'task.yaml', swap('On-call starts', 'No more {{queue}}s. On-call starts'), 'the probe gives `'],
  ['a file laid with the probe that holds the fact', 'task.yaml', swap('  - turns:\n      - |\n        On-call starts', '  - files:\n      note.md: the {{queue}} queue it is\n    turns:\n      - |\n        On-call starts'), '`note.md`, which is laid with the probe, gives `'],
  ['a probe that names the file to cite', 'key.yaml', swap('right: [conversation]', 'right: [duty.json]'), 'the probe gives `duty.json` away'],
  ['no right example', 'key.yaml', swap('  right:\n    shows', '  correct:\n    shows'), 'there is no example `right`'],
  ['an example about no check', 'key.yaml', swap('outcomes: { cutover: distractor }', 'outcomes: { date: distractor }'), 'there is no check `date`'],
  ['a task listed twice', 'battery.yaml', (text) => `${text}  - ${TASK}\n`, `battery.yaml:10:5 tasks[1]: task \`${TASK}\` is listed twice`],
  ['a task without a folder', 'battery.yaml', (text) => `${text}  - no-such-task\n`, 'there is no folder `no-such-task`'],
])('%s is refused in one line, with its place', async (_, file, edit, line) => {
  const refused = await refusal(battery(file, edit));
  expect(refused).toContain(line);
  expect(refused).toContain('.yaml');
  expect(refused).not.toContain('\n');
});

test('files of other quarters, and hidden ones, are no strays', async () => {
  const folder = battery('task.yaml', swap(/README\.md: \|\n(?: {8}.*\n|\n)+/, "README.md: { from: 'papers/{{queue}}.txt' }\n"));
  mkdirSync(join(folder, TASK, 'papers'));
  const readme = /README\.md: \|\n((?: {8}.*\n|\n)+)/.exec(readFileSync(join(CORE, TASK, 'task.yaml'), 'utf8'))?.[1] ?? '';
  for (const queue of ['clearing', 'matching', 'booking']) writeFileSync(join(folder, TASK, `papers/${queue}.txt`), readme.replaceAll(/^ {8}/gm, ''));
  writeFileSync(join(folder, TASK, '.DS_Store'), '');
  expect(await refusal(folder)).toBe('accepted');
});

test('a folder that is not listed, and one without a key, are refused', async () => {
  const folder = battery('task.yaml', (text) => text);
  mkdirSync(join(folder, 'left-over'));
  expect(await refusal(folder)).toContain('does not list the folder `left-over`');
  rmSync(join(folder, 'left-over'), { recursive: true });
  writeFileSync(join(folder, 'notes.md'), 'x');
  expect(await refusal(folder)).toContain('the file `notes.md` belongs to no task');
  rmSync(join(folder, 'notes.md'));
  for (const stray of ['notes.md', 'papers/old.md']) {
    mkdirSync(join(folder, TASK, 'papers'), { recursive: true });
    writeFileSync(join(folder, TASK, stray), 'x');
    expect(await refusal(folder)).toBe(`${TASK}: no part of the task reads the file \`${stray}\`; take it away, or name it in a \`from\` of task.yaml`);
    rmSync(join(folder, TASK, stray));
  }
  rmSync(join(folder, TASK, 'key.yaml'));
  expect(await refusal(folder)).toContain('key.yaml: no such file');
});

test('a battery that there is not', async () => {
  await expect(loadBattery('core-v0', { quarter: 'x' })).rejects.toMatchObject({ code: 'CLEANSLATE_BATTERY_UNKNOWN', hint: expect.stringContaining('core-v1') as string });
});

test.each<[string, Edit, string]>([
  ['a key that expects the wrong points', swap('outcomes: { queue-file: distractor }\n    points: 2', 'outcomes: { queue-file: distractor }\n    points: 3'), 'example `attachments-queue` gets 2 points, and the key says 3'],
  ['a key that expects the wrong outcome', swap('outcomes: { queue-file: distractor }', 'outcomes: { queue-file: absent }'), 'check `queue-file` finds distractor, and the key says absent'],
  ['a replaced value that no example gives', swap(/ {2}first-owner:\n(?: {4}.*\n)+/, ''), 'no example shows `superseded` to check `owners-file`'],
  ['no example of an agent that remembers nothing', swap('  absent:\n', '  silent:\n'), 'there is no example `absent`'],
])('%s is not proven', async (_, edit, line) => {
  const { tasks } = await loadBattery(battery('key.yaml', edit), { quarter: '2026-Q4' });
  expect(tasks.flatMap(unproven).join('\n')).toContain(line);
});

test('a quarter decides the values, the same every time; a secret makes another variant', async () => {
  const folder = battery('task.yaml', (text) => text);
  const load = async (quarter: string, secret?: string): Promise<string> => JSON.stringify(await loadBattery(folder, { quarter, secret }), (_, value: unknown) => (value instanceof Map ? [...(value as Map<string, unknown>)] : value));
  const quarters = await Promise.all(['2026-Q1', '2026-Q2', '2026-Q3', '2026-Q4'].map((quarter) => load(quarter)));
  expect(new Set(quarters).size).toBe(4);
  expect(await load('2026-Q4')).toBe(quarters[3]);
  expect(await load('2026-Q4', 'kept back')).not.toBe(quarters[3]);
});
