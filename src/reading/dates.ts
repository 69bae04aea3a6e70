const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const monthName = `(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\\.?`;

/** A day as people and file names write it; each form names its year, so that days can be compared. */
const forms = [
  /(?<year>\d{4})[-/._](?<month>\d{1,2})[-/._](?<day>\d{1,2})(?!\d)/,
  /(?<!\d)(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?!\d)/,
  /(?<!\d)(?<year>20\d{2})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?!\d)/,
  new RegExp(`(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<name>${monthName}),? (?<year>\\d{4})`, 'i'),
  new RegExp(`(?<name>${monthName}) (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})`, 'i'),
];

export interface FoundDate {
  /** `2026-05-04`: sorts by time. */
  day: string;
  start: number;
  end: number;
}

/** The first date in a text. */
export function findDate(text: string): FoundDate | undefined {
  const found = forms.flatMap((form) => {
    const match = form.exec(text);
    const day = match?.groups && dayOf(match.groups);
    return match && day !== undefined ? [{ day, start: match.index, end: match.index + match[0].length }] : [];
  });
  return found.sort((a, b) => a.start - b.start)[0];
}

function dayOf({ year, month, name, day }: Partial<Record<string, string>>): string | undefined {
  const number = name === undefined ? Number(month) : 1 + MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase()));
  if (number < 1 || number > 12 || Number(day) < 1 || Number(day) > 31) return undefined;
  return `${year ?? ''}-${String(number).padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`;
}

/** The day that a statement opens with: `2026-05-04: …`, `(4 May 2026) …`, `On 2026-05-04, …`, `As of …`. A date further inside is part of what it says. */
export function leadingDate(text: string): string | undefined {
  const found = findDate(text);
  return found && /^[\s[(*_]*(?:(?:on|as of|since|decided|decided on|updated|dated?:?)\s+)?$/i.test(text.slice(0, found.start)) ? found.day : undefined;
}
