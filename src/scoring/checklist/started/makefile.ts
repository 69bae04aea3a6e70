import { expand, type Expanding } from './expand.js';

/** A line that a shell is given. `sure`: whether it is, or depends on what nobody sees here. */
export interface Line {
  text: string;
  sure: boolean;
}

export interface Rule {
  targets: string[];
  needs: string[];
  lines: Line[];
}

export interface Makefile {
  rules: Rule[];
  variables: Map<string, string[]>;
  phony: Set<string>;
  /** Shells that are started while it is read. */
  read: Line[];
  /** Whether every file that it includes was found. */
  whole: boolean;
  left: Expanding['left'];
}

/** More references to variables than somebody writes by hand. */
const MAX_REFERENCES = 20_000;

/** Files that include files are followed this far. */
const MAX_DEPTH = 3;

const ASSIGNMENT = /^\s*(?:(?:override|export|private)\s+)*([\w.-]+)\s*(::?:?=|\?=|\+=|!=|=)\s*(.*)$/;

/**
 * Reads a makefile, as far as it has to be read to tell what a target starts. What stands in a condition may be so or not.
 * @param given variables of the command line, which no assignment changes
 * @param include the text of a file that it includes; undefined where there is none
 */
export function parseMakefile(text: string, given: ReadonlyMap<string, string>, include: (path: string) => string | undefined): Makefile {
  const makefile: Makefile = { rules: [], variables: new Map([['MAKE', ['make']], ...[...given].map(([name, value]): [string, string[]] => [name, [value]])]), phony: new Set(), read: [], whole: true, left: { references: MAX_REFERENCES } };
  readInto(makefile, text, given, include, 0);
  return makefile;
}

function readInto(makefile: Makefile, text: string, given: ReadonlyMap<string, string>, include: (path: string) => string | undefined, depth: number): void {
  const { rules, variables, phony, left } = makefile;
  const plain = (part: string): string => expand(part, variables, { left }).text;
  let [conditions, defined, rule] = [0, undefined, undefined] as [number, { name: string; lines: string[] } | undefined, Rule | undefined];

  const assign = (name: string, operator: string, value: string, sure = conditions === 0): void => {
    const before = variables.get(name) ?? [];
    if (given.has(name) || (operator === '?=' && before.length > 0 && sure)) return;
    const now = operator === '!=' ? `$(shell ${value})` : value;
    if (/^(?:!|::?:?)=$/.test(operator) && now.includes('$(shell')) makefile.read.push({ text: plain(now), sure });
    const kept = operator === '+=' ? before.map((one) => `${one} ${now}`) : [now.includes(`$(${name})`) ? plain(now) : now];
    variables.set(name, sure && operator !== '+=' ? kept : [...(operator === '+=' && sure ? [] : before), ...(kept.length > 0 ? kept : [now])]);
  };

  for (const line of text.replaceAll('\r\n', '\n').replaceAll(/\\\n\s*/g, ' ').split('\n')) {
    if (defined !== undefined) {
      if (!/^\s*endef\b/.test(line)) defined.lines.push(line);
      else [defined] = [void assign(defined.name, '=', defined.lines.join('\n'))];
      continue;
    }
    if (/^\s*(?:ifn?eq|ifn?def)\b/.test(line)) conditions++;
    else if (/^\s*endif\b/.test(line)) conditions = Math.max(0, conditions - 1);
    else if (/^\s*else\b/.test(line)) continue;
    else if (line.startsWith('\t') && rule !== undefined) rule.lines.push({ text: line.slice(1), sure: conditions === 0 });
    else {
      const said = line.replace(/(?:^|\s)#.*$/, '').trimEnd();
      const [, name, operator = '', value = ''] = ASSIGNMENT.exec(said) ?? [];
      const define = /^\s*define\s+([\w.-]+)/.exec(said)?.[1];
      const included = /^\s*[-s]?include\s+(.*)$/.exec(said)?.[1];
      if (define !== undefined) defined = { name: define, lines: [] };
      else if (name !== undefined) assign(name, operator, value);
      else if (included !== undefined) {
        for (const path of plain(included).split(/\s+/).filter(Boolean)) {
          const more = depth < MAX_DEPTH ? include(path) : undefined;
          if (more === undefined) makefile.whole = false;
          else readInto(makefile, more, given, include, depth + 1);
        }
      } else {
        rule = ruleOf(said, plain, conditions === 0, (own) => { assign(own[1] ?? '', '=', own[3] ?? '', false); });
        if (rule?.targets.includes('.PHONY')) for (const target of rule.needs) phony.add(target);
        if (rule !== undefined) rules.push(rule);
      }
    }
  }
}

/** `target: what it needs ; recipe`. A variable that only this target has may be what others have or not. */
function ruleOf(said: string, plain: (text: string) => string, sure: boolean, own: (assignment: RegExpExecArray) => void): Rule | undefined {
  const [, targets, rest = ''] = /^([^:=\t][^:=]*)::?(?!=)\s*(.*)$/.exec(said) ?? [];
  if (targets === undefined) return undefined;
  const assignment = ASSIGNMENT.exec(rest);
  if (assignment !== null) {
    own(assignment);
    return undefined;
  }
  const [needs = '', ...recipe] = rest.split(';');
  const words = (text: string): string[] => plain(text).split(/[\s|]+/).filter(Boolean);
  return { targets: words(targets), needs: words(needs.slice(needs.lastIndexOf(':') + 1)), lines: recipe.length > 0 ? [{ text: recipe.join(';'), sure }] : [] };
}
