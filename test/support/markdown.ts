const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm;

const prose = (markdown: string): string => markdown.replaceAll(FENCED, '');

/** Bodies of the fenced blocks of one language. */
export const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(FENCED)].flatMap(([, found, body = '']) => (found === language ? [body] : []));

/** What a Markdown text sets in code: every line of fenced blocks (continued ones joined) and every inline span. */
export function codeIn(markdown: string): string[] {
  const lines = [...markdown.matchAll(FENCED)].flatMap(([, , body = '']) => body.replaceAll(/\\\n\s*/g, '').split('\n'));
  const spans = [...prose(markdown).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...lines.map((line) => line.trim()), ...spans];
}

/** Targets of all links that stay in the repository. */
export const localLinks = (markdown: string): string[] =>
  [...prose(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));

/** Headings as the anchors that links use. */
export const anchorsOf = (markdown: string): string[] =>
  [...prose(markdown).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));

/** Cells of every table row that begins with a code span. The ticks of a cell that is one span are taken off. */
export const rowsOf = (markdown: string): string[][] =>
  [...prose(markdown).matchAll(/^\| (`.+) ?\|$/gm)].map(([, row = '']) => row.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1')));
