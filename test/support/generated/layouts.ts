import type { Random } from './random.js';

/** A sentence that goes into a file, with what a team would file it under. */
export interface Filed {
  project: string;
  label: string;
  sentence: string;
  /** `2026-05-04`. */
  day: string;
  /** Whether the matter is settled, open or work under way. */
  kind: 'settled' | 'open' | 'work';
}

export interface Placed extends Filed {
  path: string;
}

/** Lays sentences out as files: {path: text}, and where each sentence went. */
export type Layout = (filed: readonly Filed[], random: Random) => { files: Map<string, string>; placed: Placed[] };

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

export function longDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${String(Number(date))} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

const NOISE = [
  'The coffee machine is repaired.',
  'Lunch is at noon for those who come by train.',
  'Somebody painted the green door orange.',
  'The minutes go to everyone who asked for them.',
  'We planned the summer party and finished the cake.',
  'A plain text version is on the wall.',
];

const lines = (...parts: string[]): string => `${parts.join('\n')}\n`;

function collect(filed: readonly Filed[], pathOf: (each: Filed) => string, render: (path: string, own: Filed[]) => string): ReturnType<Layout> {
  const placed = filed.map((each): Placed => ({ ...each, path: pathOf(each) }));
  const paths = [...new Set(placed.map(({ path }) => path))];
  return { files: new Map(paths.map((path) => [path, render(path, placed.filter((each) => each.path === path))])), placed };
}

/** Long sentences are wrapped as editors do; the quote then holds the line break. */
const maybeWrap = (sentence: string, random: Random): string => (random.chance(0.2) && sentence.length > 60 ? sentence.replace(/(?<=^.{40,60}) /, '\n') : sentence);

const later = (a: Filed, b: Filed): number => (a.day < b.day ? 1 : -1);

/** Three files by kind, newest first below dated headings. */
const stateFolder: Layout = (filed, random) =>
  collect(filed, ({ kind }) => ({ settled: 'state/decisions.md', open: 'state/blockers.md', work: 'state/priorities.md' })[kind], (_, own) =>
    lines('# Where things stand', ...[...own].sort(later).flatMap(({ day, label, sentence }) => ['', `## ${day} ${label}`, '', sentence, random.pick(NOISE)])),
  );

/** One file per decision, its date in the front matter. */
const records: Layout = (filed) => {
  const number = new Map(filed.map((each, index) => [each, String(index + 1).padStart(4, '0')]));
  return collect(filed, (each) => `docs/decisions/${number.get(each) ?? ''}-${each.label.toLowerCase().replaceAll(' ', '-')}.md`, (_, own) =>
    lines(...own.flatMap(({ day, label, project, sentence }) => ['---', `date: ${day}`, 'owner: the team', '---', '', `# ${label} (${project})`, '', sentence])),
  );
};

/** One log of bullets that open with their day, oldest first. */
const log: Layout = (filed) =>
  collect(filed, () => 'notes/log.md', (_, own) => lines('# Log', '', ...[...own].sort((a, b) => later(b, a)).map(({ day, sentence }) => `- ${day}: ${sentence}`)));

/** One file per project, days written out. */
const perProject: Layout = (filed, random) =>
  collect(filed, ({ project }) => `projects/${project.toLowerCase()}/state.md`, (_, own) =>
    lines(`# ${own[0]?.project ?? ''}`, ...[...own].sort(later).flatMap(({ day, label, sentence }) => ['', `### ${label}, ${longDay(day)}`, '', `* ${sentence}`, `* ${random.pick(NOISE)}`])),
  );

export const STATE_LAYOUTS: readonly Layout[] = [stateFolder, records, log, perProject];

/** What was said, one file per day. */
const conversations = (pathOf: (day: string) => string, title: (day: string) => string): Layout => (filed, random) =>
  collect(filed, ({ day }) => pathOf(day), (_, own) =>
    lines(title(own[0]?.day ?? ''), '', ...own.flatMap(({ sentence }) => [maybeWrap(sentence, random), random.pick(NOISE)])),
  );

export const TALK_LAYOUTS: readonly Layout[] = [
  conversations((day) => `sessions/${day}.md`, (day) => `# Conversation of ${day}`),
  conversations((day) => `transcripts/${day}-standup.md`, () => '# Standup'),
  conversations((day) => `meetings/${day.slice(5)}.md`, (day) => `# Meeting, ${longDay(day)}`),
  conversations((day) => `history/notes-${day.replaceAll('-', '')}.txt`, () => 'What we talked about'),
];
