import { expand } from './expand.js';
import type { Line, Makefile, Rule } from './makefile.js';

/** More targets than this are not followed. */
const MAX_TARGETS = 500;

/** What is started, and whether nothing of it was left out. */
export interface Recipes {
  lines: Line[];
  whole: boolean;
}

/**
 * The lines that a makefile starts for some goals, in their order, without end where targets need each other: each target once. A target
 * that is a file may be up to date, so that nothing of it is started.
 * @param goals none for the first target
 * @returns undefined where there is no rule for one of them
 */
export function recipesOf(makefile: Makefile, goals: readonly string[], exists: (path: string) => boolean): Recipes | undefined {
  const lines: Line[] = [...makefile.read];
  let whole = true;
  const seen = new Set<string>();
  const visit = (target: string, sure: boolean): boolean => {
    if (seen.has(target)) return true;
    if (seen.size >= MAX_TARGETS) {
      whole = false;
      return true;
    }
    seen.add(target);
    const found = ruleFor(makefile, target);
    if (found === undefined) return exists(target);
    for (const need of found.needs) visit(need, sure);
    const runs = sure && (makefile.phony.has(target) || !exists(target));
    for (const line of found.lines) lines.push(...started(line, makefile, target, found).map((one) => ({ ...one, sure: one.sure && runs })));
    return true;
  };
  const asked = goals.length > 0 ? goals : defaultGoal(makefile);
  return asked.length > 0 && asked.every((goal) => visit(goal, true)) ? { lines, whole } : undefined;
}

function defaultGoal({ rules, variables }: Makefile): string[] {
  const named = variables.get('.DEFAULT_GOAL')?.at(-1);
  const first = named ?? rules.flatMap(({ targets }) => targets).find((target) => !target.includes('%') && (!target.startsWith('.') || target.includes('/')));
  return first === undefined ? [] : [first];
}

interface Found extends Rule {
  stem: string;
}

/** All that its rules say of a target: the recipe of the last, or of a pattern where none has its own. */
function ruleFor({ rules }: Makefile, target: string): Found | undefined {
  const own = rules.filter(({ targets }) => targets.includes(target));
  const recipe = own.findLast(({ lines }) => lines.length > 0);
  const [pattern] = recipe === undefined ? rules.flatMap((rule) => rule.targets.flatMap((one) => stemOf(one, target).map((stem): Found => ({ ...rule, stem, needs: rule.needs.map((need) => need.replace('%', stem)) })))) : [];
  if (own.length === 0 && pattern === undefined) return undefined;
  return { targets: [target], needs: [...own, ...(pattern ? [pattern] : [])].flatMap(({ needs }) => needs), lines: recipe?.lines ?? pattern?.lines ?? [], stem: pattern?.stem ?? '' };
}

/** What `%` stands for; nothing where the pattern is not of this target. */
function stemOf(pattern: string, target: string): string[] {
  const at = pattern.indexOf('%');
  if (at === -1) return [];
  const [head, tail] = [pattern.slice(0, at), pattern.slice(at + 1)];
  return target.length > head.length + tail.length && target.startsWith(head) && target.endsWith(tail) ? [target.slice(head.length, target.length - tail.length)] : [];
}

/** More values than this of one variable are not told apart. */
const MAX_VALUES = 4;

/** A line of a recipe as the shell gets it, once for each value that its variables may have. */
function started({ text, sure }: Line, { variables, left }: Makefile, target: string, { needs, stem }: Found): Line[] {
  const own: [string, string[]][] = [['@', [target]], ['<', [needs[0] ?? '']], ['^', [needs.join(' ')]], ['+', [needs.join(' ')]], ['?', [needs.join(' ')]], ['*', [stem]]];
  const all = new Map([...variables, ...own]);
  const once = expand(text, all, { left });
  const more = once.sure ? [] : Array.from({ length: MAX_VALUES - 1 }, (_, at) => expand(text, all, { which: at + 1, left }));
  const texts = new Set([once, ...more].map((one) => one.text.replaceAll(/^[@+\-\s]+/gm, '')));
  return [...texts].map((one) => ({ text: one, sure: sure && once.sure }));
}
