/** Where pages are, from the folder of index.html. Ids are of `a-z 0-9 . _ -`, so they are names of files as they are. */
export const INDEX = 'index.html';

/** A trial's page shows the attempt that counts, else the last one; its other attempts have pages of their own. */
export const trialPage = (trial: string, attempt?: number): string => `trials/${trial}${attempt === undefined ? '' : `.attempt-${String(attempt)}`}.html`;

export const taskPage = (task: string): string => `tasks/${task}.html`;

export const comparePage = (a: string, b: string): string => `compare/${a}..${b}.html`;

/** The trials of a comparison's page: no id holds two dots in a row. */
export function comparedPair(page: string): [string, string] | undefined {
  const [, a, b] = /^compare\/(.+?)\.\.(.+)\.html$/.exec(page) ?? [];
  return a === undefined || b === undefined ? undefined : [a, b];
}

/** The overview with a filter on its list of trials. */
export const filtered = (state: Readonly<Record<string, string>>): string => `#${new URLSearchParams(state).toString()}`;
