/** Shorter words have too many neighbours: `on` and `ones`, `to` and `toed`. Letters. */
const SHORTEST = 4;

/**
 * A value and the forms in which an English sentence says it too: plural, singular, past and participle of its last word (`refund`,
 * `refunds`, `refunded`, `refunding`). Only regular ones, and only what is added: what a word that ends in -ed or -ing was made of (`booking`,
 * `book`) is another word as often as not. Other wordings of a fact, in English or not, no program finds: that is its author's care.
 */
export function formsOf(value: string): string[] {
  const [, before = '', word = ''] = /^([^]*?)(\p{L}+)$/u.exec(value) ?? [];
  if ([...word].length < SHORTEST) return [value];
  const stem = word.replace(/e$/i, '');
  const changed = /[^aeiou]y$/i.test(word) ? ['ies', 'ied'].map((end) => word.slice(0, -1) + end) : [`${stem}ed`];
  return [value, ...[`${word}s`, `${word}es`, ...changed, `${stem}ing`, ...singularsOf(word)].map((form) => before + form)];
}

/** What a plural is one of; none for a word that only ends like one (`glass`, `status`). */
function singularsOf(word: string): string[] {
  if (!/[^siu]s$/i.test(word)) return [];
  const all = [word.slice(0, -1), ...(/(?:ch|sh|x|z|s|o)es$/i.test(word) ? [word.slice(0, -2)] : []), ...(/ies$/i.test(word) ? [`${word.slice(0, -3)}y`] : [])];
  return all.filter((one) => [...one].length >= SHORTEST);
}
