/** A piece of Markdown that holds sentences: one paragraph, list item or table row. */
export interface Block {
  start: number;
  end: number;
  /** Headings above it and list items around it, outermost first. */
  context: string[];
  /** Counts the headings so far: blocks with one number stand under one heading. */
  section: number;
}

interface Line {
  start: number;
  end: number;
  text: string;
}

const item = /^(\s*)(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/;

/** Splits Markdown into blocks. Front matter, fenced code, comments and rules hold none. Offsets are those of `source`. */
export function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  const headings: string[] = [];
  let around: { indent: number; text: string }[] = [];
  let section = 0;
  let open: Block | undefined;
  for (const line of visibleLines(source)) {
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line.text);
    const bullet = item.exec(line.text);
    const indent = /^\s*/.exec(line.text)?.[0].length ?? 0;
    if (heading || /^\s*(?:[-*_=]\s*){3,}$/.test(line.text) || line.text.trim() === '') {
      open = undefined;
      if (!heading) continue;
      headings.length = (heading[1] ?? '').length - 1;
      headings.push(heading[2] ?? '');
      around = [];
      section++;
      continue;
    }
    if (bullet) around = around.filter((outer) => outer.indent < indent);
    else if (open === undefined && indent === 0) around = [];
    if (bullet || open === undefined || line.text.startsWith('|')) {
      const skip = bullet?.[0].length ?? indent;
      open = { start: line.start + skip, end: line.end, section, context: [...headings.filter((text) => text !== ''), ...around.map(({ text }) => text)] };
      blocks.push(open);
      if (bullet) around.push({ indent, text: line.text.slice(skip) });
    } else open.end = line.end;
  }
  return blocks;
}

function visibleLines(source: string): Line[] {
  const hidden = [/^---\r?\n[\s\S]*?\r?\n---[ \t]*(?=\r?\n|$)/g, /^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\2[ \t]*$|(?![\s\S]))/gm, /<!--[\s\S]*?(?:-->|$)/g];
  // What is hidden becomes blanks, so that offsets stay.
  const visible = hidden.reduce((text, part) => text.replace(part, (match) => match.replaceAll(/[^\n]/g, ' ')), source);
  let start = 0;
  return visible.split('\n').map((raw) => {
    const text = raw.replace(/\s+$/, '');
    const line = { start, end: start + text.length, text };
    start += raw.length + 1;
    return line;
  });
}
