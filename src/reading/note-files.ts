const note = /\.(?:md|markdown|mdx|txt|rst|adoc)$/i;
/** Files that say how to work here, not what was decided. */
const general = /^(?:AGENTS|CLAUDE|GEMINI|QWEN|README|CONTRIBUTING|CHANGELOG|LICEN[CS]E|CODE_OF_CONDUCT|SECURITY)\b/i;

/** Whether a file is a note that people wrote, by its name. */
export const isNote = (path: string): boolean => note.test(path);
export const isGeneral = (path: string): boolean => general.test(path.split('/').at(-1) ?? '');
