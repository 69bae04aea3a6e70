import type { Secret } from './scrubber.js';

/** How variables that hold a credential are called. */
const NAMED = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Shorter values may be ordinary words, which must stay in the evidence. */
const SHORTEST = 16;

/** What in an environment is a credential by its variable's name: no paths, no text of several words. */
export const secretsIn = (env: NodeJS.ProcessEnv): Secret[] =>
  Object.entries(env).flatMap(([name, value = '']) => (NAMED.test(name) && value.length >= SHORTEST && !/^[/~.]|\s/.test(value) ? [{ name, value }] : []));
