/** One thing that a guide has its reader do: write a file, run commands, or see lines in what they printed. */
export type Step = { kind: 'file'; path: string; text: string } | { kind: 'run'; script: string } | { kind: 'see'; lines: string[] };

const FENCED = /^```(\w+)\n([\s\S]*?)^```$/gm;
const NAMED = /`([\w./-]+)`:\s*$/;

/** The steps of a guide in their order. A block is a file where the text before it ends in its name and a colon; any other block that is no command or output is for reading only. */
export function stepsOf(markdown: string): Step[] {
  let end = 0;
  return [...markdown.matchAll(FENCED)].flatMap((match): Step[] => {
    const [all, language, body = ''] = match;
    const path = NAMED.exec(markdown.slice(end, match.index))?.[1];
    end = match.index + all.length;
    if (language === 'sh') return [{ kind: 'run', script: body }];
    if (language === 'text') return [{ kind: 'see', lines: body.trimEnd().split('\n') }];
    return path === undefined ? [] : [{ kind: 'file', path, text: body }];
  });
}

/** Whether a printed text has a line of a guide, in which `…` stands for anything and spaces only align columns. */
export function shows(printed: string, line: string): boolean {
  const pattern = narrow(line.trim()).split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*');
  return new RegExp(pattern).test(narrow(printed));
}

const narrow = (text: string): string => text.replaceAll(/ +/g, ' ');
