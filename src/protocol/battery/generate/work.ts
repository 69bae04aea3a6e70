import type { Distraction } from '../schema.js';
import type { Draw } from '../draw.js';

/** One kind of other work: what is asked, and the lines it is about. */
interface Work {
  asks: readonly string[];
  line(draw: Draw, at: number): string;
  lookalike(draw: Draw, at: number): string;
  wrap(request: string, lines: readonly string[]): string;
}

const pad = (number: number, width = 2): string => String(number).padStart(width, '0');
const time = (draw: Draw, at: number): string => `${pad(Math.floor(at / 60) % 24)}:${pad(at % 60)}:${pad(draw.below(60))}`;

/** Names that no task uses: projects, people, places of other work. */
const PROJECTS = ['Quillback', 'Sandpiper', 'Turnstone', 'Wheatear', 'Redshank', 'Dotterel', 'Goosander', 'Fieldfare'];
const PEOPLE = ['Odalys', 'Benedek', 'Ingvild', 'Thandeka', 'Rasmus', 'Yevheniia', 'Casimir', 'Noor', 'Aurelio', 'Sunniva'];
const PARTS = ['spooler', 'indexer', 'thumbnailer', 'mailer', 'geocoder', 'archiver', 'sampler', 'notifier'];
const STATES = ['started', 'finished', 'skipped', 'requeued', 'waiting', 'resumed'];

const fenced = (request: string, lines: readonly string[]): string => `${request}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``;

const log: Work = {
  asks: [
    'Different topic for a moment: this is the overnight log of another service. Which part was requeued most often? One line is enough, and change no files.',
    'Could you look over this log of a service that is not ours? Tell me in one sentence whether anything was skipped. Leave all files alone.',
  ],
  line: (draw, at) => `${time(draw, at)} ${draw.pick(PARTS)}[${String(draw.between(1000, 9999))}] job ${draw.pick(PROJECTS).toLowerCase()}-${pad(draw.below(10_000), 4)} ${draw.pick(STATES)} after ${String(draw.between(2, 900))} ms`,
  lookalike: (draw, at) => `${time(draw, at)} ${draw.pick(PARTS)}[${String(draw.between(1000, 9999))}] note: ${draw.pick(PROJECTS)} now belongs to ${draw.pick(PEOPLE)}, cut-over moved by ${String(draw.between(2, 9))} days`,
  wrap: fenced,
};

const table: Work = {
  asks: [
    'Unrelated, but quick: which project in this list has the most open items in total? Just the name, no file changes.',
    'Please add up the open items in this export for me and give the total. Nothing needs to be written to disk.',
  ],
  line: (draw, at) => `${pad(at + 1, 4)};${draw.pick(PROJECTS)};${draw.pick(PARTS)};${draw.pick(PEOPLE)};${String(draw.below(40))};${draw.pick(STATES)}`,
  lookalike: (draw, at) => `${pad(at + 1, 4)};${draw.pick(PROJECTS)};owner changed to ${draw.pick(PEOPLE)};${draw.pick(PEOPLE)};${String(draw.below(40))};budget ${String(draw.between(20, 90))} hours`,
  wrap: (request, lines) => fenced(request, ['row;project;part;contact;open;state', ...lines]),
};

const REMARKS = ['I will look at it after lunch.', 'That matches what I saw on the screen.', 'The room was booked twice, so we moved.', 'Can somebody send the slides around?', 'The printer on the third floor is working again.', 'I agree with the wording.', 'We should not spend more time on the colours.', 'Let us keep the meeting short next time.', 'The travel expenses are in the folder.', 'I have no strong opinion here.', 'The caterer asks for a head count.', 'The screenshots are from the old build.'];

const thread: Work = {
  asks: [
    'Before we go on, could you summarise this mail thread of another team in two sentences? No files, please.',
    'This thread landed in my inbox by mistake. In one sentence: is anybody waiting for an answer from me? Do not write anything down.',
  ],
  line: (draw) => `${draw.pick(PEOPLE)}: ${draw.pick(REMARKS)} ${draw.pick(REMARKS)}`,
  lookalike: (draw) => `${draw.pick(PEOPLE)}: For ${draw.pick(PROJECTS)} we agreed on ${draw.pick(['weekly', 'monthly', 'quarterly'])} reports, ${draw.pick(PEOPLE)} signs them, and the deadline is open again.`,
  wrap: (request, lines) => `${request}\n\n${lines.map((line) => `> ${line}`).join('\n')}`,
};

const SMALL = ['The bakery across the street has changed hands again.', 'My neighbour is learning the trombone.', 'We took the slow train and saw two herons.', 'The quiz night was won by the table next to ours.', 'I have been rereading an old travel book.', 'The lift in our building plays music now.', 'There was hail in the afternoon, of all things.', 'The cat has found a way into the wardrobe.', 'Our allotment is mostly snails this year.', 'I finally repaired the bicycle lamp.'];

const chat: Work = {
  asks: [
    'Short break from work. I wrote this to a friend; does it read well? A sentence is enough.',
    'I am tired, let me tell you about my weekend, and then say something kind in one sentence.',
  ],
  line: (draw) => `${draw.pick(SMALL)} ${draw.pick(SMALL)}`,
  lookalike: (draw) => `${draw.pick(PEOPLE)} told me that ${draw.pick(PROJECTS)} is run by ${draw.pick(PEOPLE)} these days and that everybody calls each other by first names there.`,
  wrap: (request, lines) => `${request}\n\n${lines.join('\n')}`,
};

export const KINDS_OF_WORK: Readonly<Record<Distraction, Work>> = { log, table, thread, chat };
