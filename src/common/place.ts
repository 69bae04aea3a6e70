/** Names a place in a document for an error; a loader that knows the file gives file, line and column too. */
export type Place = (path: readonly PropertyKey[]) => string;

/** `tasks[0].scenario`; a key that is no plain name stands in brackets and quotes. */
export const formatPath: Place = (path) =>
  path.map((part, at) => (typeof part === 'string' && /^[A-Za-z_$][\w$-]*$/.test(part) ? (at === 0 ? part : `.${part}`) : `[${JSON.stringify(part)}]`)).join('');
