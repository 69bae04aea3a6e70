/** What a terminal would act on, and JSON leaves as it is: C1 controls, and marks that turn the direction of reading or hide. */
const ACTING = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A value as JSON for people and programs: agents' words in it cannot drive the terminal that it is shown on. */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replaceAll(ACTING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
