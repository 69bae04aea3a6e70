/** One matter that a project decides, in the words people use for it. */
export interface Topic {
  slug: string;
  /** As a heading or label. */
  label: string;
  kind: 'choice' | 'verdict' | 'open' | 'status';
  question: (project: string) => string;
  values: string[];
  /** Sentences that say the value, without their full stop. `value` is as it is written in prose. */
  says: ((project: string, value: string) => string)[];
  /** Sentences that say that a value replaced another one. */
  changes: ((project: string, value: string, old: string) => string)[];
  /** Sentences that take a value back without another in its place. */
  withdraws?: ((project: string, value: string) => string)[];
}

/** "X uses V as …": the commonest kind of decision. */
const use = (slug: string, label: string, kind: string, tail: string, values: string[], verb = 'use'): Topic => ({
  slug,
  label,
  kind: 'choice',
  question: (p) => `Which ${kind} does ${p} ${verb} ${tail}?`,
  values,
  says: [
    (p, v) => `${p} ${verb}s ${v} ${tail}, after a look at every other ${kind}`,
    (p, v) => `The ${kind} that ${p} ${verb}s ${tail} is ${v}`,
    (p, v) => `As its ${kind} ${tail}, ${p} ${verb}s ${v}`,
    (p, v) => `It was agreed that ${p} ${verb}s the ${kind} ${v} ${tail}, which everyone knows`,
  ],
  changes: [
    (p, v, old) => `${p} ${verb}s ${v} instead of ${old} as the ${kind} ${tail}`,
    (p, v, old) => `${p} no longer ${verb}s ${old} ${tail}; the ${kind} is ${v} now`,
    (p, v, old) => `${v} replaces ${old} as the ${kind} that ${p} ${verb}s ${tail}`,
    (p, v, old) => `${p} moved from ${old} to ${v} as the ${kind} it ${verb}s ${tail}`,
    (p, v, old) => `The ${kind} ${old} was dropped, and ${p} ${verb}s ${v} ${tail}`,
  ],
  withdraws: [
    (p, v) => `${p} no longer ${verb}s ${v} as its ${kind} ${tail}, and nothing has taken its place`,
    (p, v) => `The ${kind} ${v} of ${p} ${tail} was withdrawn`,
    (p, v) => `${v} was rejected as the ${kind} that ${p} ${verb}s ${tail}`,
  ],
});

const fact = (slug: string, label: string, what: string, values: string[]): Topic => ({
  slug,
  label,
  kind: 'choice',
  question: (p) => `What is the ${what} of ${p}?`,
  values,
  says: [
    (p, v) => `The ${what} of ${p} is ${v}, as written on the first page`,
    (p, v) => `${p} has settled its ${what}: ${v}`,
    (p, v) => `For ${p}, the ${what} was set to ${v} by the whole team`,
  ],
  changes: [
    (p, v, old) => `The ${what} of ${p} is ${v} rather than ${old}`,
    (p, v, old) => `The ${what} of ${p} was changed from ${old} to ${v}`,
    (p, v, old) => `The ${what} of ${p} had been ${old} and is ${v} from here on`,
  ],
});

const verdict = (slug: string, label: string, matter: (project: string) => string): Topic => ({
  slug,
  label,
  kind: 'verdict',
  question: (p) => `What was decided about ${matter(p)}?`,
  values: ['approved', 'rejected', 'postponed'],
  says: [
    (p, v) => `${upper(matter(p))} were ${v}, because the insurer asked for it`,
    (p, v) => `The board ${v} ${matter(p)}`,
  ],
  changes: [(p, v, old) => `${upper(matter(p))}, which had been ${old}, were ${v}`],
});

const open = (slug: string, label: string, what: string, values: string[], none: string): Topic => ({
  ...fact(slug, label, what, [...values, none]),
  kind: 'open',
  says: [
    (p, v) => `The ${what} of ${p} is ${v}, in spite of what the calendar shows`,
    (p, v) => `The ${what} of ${p} stays ${v} until the council has met`,
    (p, v) => `For ${p}, the ${what} remains ${v}`,
  ],
  changes: [],
});

const status = (slug: string, label: string, work: (project: string) => string, values: string[]): Topic => ({
  slug,
  label,
  kind: 'status',
  question: (p) => `What is the status of ${work(p)}?`,
  values,
  says: [
    (p, v) => `${upper(work(p))} is ${v} for now and goes on when the spare parts are here`,
    (p, v) => `${upper(work(p))} has been ${v} since the storm`,
  ],
  changes: [],
});

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const TOPICS: readonly Topic[] = [
  use('broker', 'Broker', 'message broker', 'for telemetry', ['kafka', 'rabbitmq', 'nats', 'pulsar']),
  use('north-field', 'North field', 'crop', 'on the north field', ['barley', 'winter-wheat', 'oats', 'red-clover'], 'plant'),
  use('cut-scenes', 'Cut scenes', 'engine', 'for cut scenes', ['godot', 'unreal', 'in-house']),
  use('ward-beds', 'Ward beds', 'supplier', 'for the ward beds', ['hillman', 'stryden', 'medline-nord'], 'book'),
  use('night-bus', 'Night buses', 'fuel', 'in the night buses', ['hydrogen', 'bio-diesel', 'natural-gas']),
  fact('ticket-colour', 'Day tickets', 'colour of the day tickets', ['green', 'dark-blue', 'orange']),
  fact('upload-limit', 'Uploads', 'upload limit for field photos', ['10-mb', '25-mb', '100-mb']),
  fact('payroll-day', 'Payroll', 'weekday of the payroll run', ['monday', 'thursday', 'friday']),
  verdict('weekend', 'Weekends', (p) => `weekend deliveries of ${p}`),
  verdict('night-shifts', 'Night shifts', (p) => `the longer night shifts at ${p}`),
  open('opening-month', 'Opening', 'opening month', ['march', 'september', 'november'], 'unconfirmed'),
  open('lease', 'Lease', 'length of the lease', ['6-months', '12-months'], 'unresolved'),
  open('keynote', 'Keynote', 'keynote speaker', ['okafor', 'lindqvist'], 'undecided'),
  status('stock-import', 'Stock import', (p) => `the stock import at ${p}`, ['planned', 'interrupted', 'finished', 'running']),
  status('roof', 'Roof', (p) => `the roof repair of ${p}`, ['paused', 'finished', 'planned']),
];

/** Opposite rules of two projects in one workspace. */
export const RULES: readonly Topic[] = [
  fact('bank-details', 'Bank details', 'form of bank details on invoices', ['masked', 'plain', 'omitted']),
  fact('patient-names', 'Names on labels', 'way of writing names on labels', ['initials', 'in-full', 'not-at-all']),
];

export const PROJECTS = ['Harbor', 'Juniper', 'Quarry', 'Saltmarsh', 'Tern', 'Viaduct', 'Wharf', 'Zephyr', 'Ember', 'Kestrel'] as const;

/** How a code is written in prose: `in-house` as "in house" or "in-house", names with a capital. */
export function inProse(value: string): string {
  const capital = /^(?:kafka|rabbitmq|nats|pulsar|godot|unreal|hillman|stryden|medline-nord|monday|thursday|friday|march|september|november|okafor|lindqvist)$/.test(value);
  const text = /^\d/.test(value) || value === 'winter-wheat' || value === 'red-clover' ? value.replaceAll('-', ' ').replace('mb', 'MB') : value;
  return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
