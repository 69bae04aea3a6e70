import { UserError } from '../../common/errors.js';

/** A document's parts between `<!-- generated: NAME -->` and `<!-- end -->`, by name: what stands there is made by `make docs`. */
export type Parts = Readonly<Record<string, string>>;

const PART = /(<!-- generated: ([\w-]+) -->\n)[^]*?(\n?<!-- end -->)/g;

/**
 * The document with its generated parts as they should be. Everything else stays as it is.
 * @throws UserError where the document and its parts do not go together
 */
export function withParts(text: string, parts: Parts, where: string): string {
  const used = new Set<string>();
  const result = text.replaceAll(PART, (_all, begin: string, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new UserError('CLEANSLATE_DOCS', `nothing generates the part \`${name}\``, { where });
    used.add(name);
    return `${begin}\n${part.trim()}\n\n<!-- end -->`;
  });
  const missing = Object.keys(parts).filter((name) => !used.has(name));
  if (missing.length > 0) throw new UserError('CLEANSLATE_DOCS', `has no place for: ${missing.join(', ')}`, { where });
  return result;
}

/** A cell of a Markdown table: a `|` would end it. */
export const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
