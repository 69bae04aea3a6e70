import { readFile } from 'node:fs/promises';
import { findNodeAtLocation, parseTree, printParseErrorCode, type JSONPath, type Node, type ParseError } from 'jsonc-parser';
import { messageOf, UserError } from '../common/errors.js';
import { inPackage } from '../common/package-root.js';
import { formatPath, type Place } from '../common/place.js';
import { repeatedKey } from '../common/repeated-key.js';
import { schemaFault } from '../common/schema-fault.js';
import { selectCase, type SelectedCase } from './profiles.js';
import { scenarioSchema, type Scenario } from './schema.js';

export const BUILTIN_SCENARIOS = ['short', 'long', 'revision'] as const;

export interface LoadedScenario {
  scenario: Scenario;
  /** The file's text as read: what a lock or the evidence keeps. */
  text: string;
  file: string;
  /** `file:line:column key` of a place in it. */
  place: Place;
}

/** A built-in by name, or a file in the same format. */
export type ScenarioReference = { name: string } | { file: string };

/**
 * Reads and checks a scenario. Whatever is wrong with it is said with file, line, column and key.
 * @throws UserError CLEANSLATE_SCENARIO_UNKNOWN, CLEANSLATE_SCENARIO_UNREADABLE, CLEANSLATE_SCENARIO_INVALID
 */
export async function loadScenario(reference: ScenarioReference): Promise<LoadedScenario> {
  const file = 'file' in reference ? reference.file : builtin(reference.name);
  return parseScenario(await readText(file), file);
}

/** A scenario under one profile; faults that only this profile shows have their place in the file too. */
export async function loadCase(reference: ScenarioReference, profile: string): Promise<SelectedCase> {
  const { scenario, place } = await loadScenario(reference);
  return selectCase(scenario, profile, place);
}

/** As `loadScenario`, from text; `file` is only named in errors. */
export function parseScenario(text: string, file: string): LoadedScenario {
  const json = text.replace(/^\uFEFF/, '');
  const at = (offset: number): string => `${file}${lineAndColumn(json, offset)}`;
  const fail = (where: string, message: string, hint?: string): UserError =>
    new UserError('CLEANSLATE_SCENARIO_INVALID', message, hint === undefined ? { where } : { where, hint });
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const { offset, reason } = syntaxError(json);
    throw new UserError('CLEANSLATE_SCENARIO_INVALID', `is not JSON: ${reason}`, { where: at(offset), cause });
  }
  const twice = repeatedKey(json);
  if (twice !== undefined) throw fail(at(twice.offset), `duplicated key \`${twice.key}\``, 'each id and key may appear once');
  const reserved = /(?<!\\)"__proto__"\s*:/.exec(json);
  if (reserved) throw fail(at(reserved.index), 'the key `__proto__` cannot be used');
  const tree = treeOf(json);
  const place: Place = (path) => `${at(offsetOf(tree, path))} ${formatPath(path)}`.trimEnd();
  const parsed = scenarioSchema.safeParse(value);
  if (parsed.success) return { scenario: parsed.data, text, file, place };
  const { path, message, unknownKey } = schemaFault(parsed.error);
  throw fail(place(path), message, unknownKey ? 'remove it, or see docs/scenarios.md for the keys there are' : undefined);
}

function builtin(name: string): string {
  if ((BUILTIN_SCENARIOS as readonly string[]).includes(name)) return inPackage('fixtures', 'scenarios', `${name}.json`);
  const hint = `use one of ${BUILTIN_SCENARIOS.join(', ')}, or give your own file with --scenario-file`;
  throw new UserError('CLEANSLATE_SCENARIO_UNKNOWN', `unknown scenario \`${name}\``, { hint });
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const message =
      code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'is a directory' : cause instanceof TypeError ? 'is not UTF-8 text' : messageOf(cause);
    throw new UserError('CLEANSLATE_SCENARIO_UNREADABLE', message, { where: file, hint: 'give the path of a scenario in JSON', cause });
  }
}

function syntaxError(json: string): { offset: number; reason: string } {
  const errors: ParseError[] = [];
  try {
    parseTree(json, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    return { offset: 0, reason: 'nested too deeply' };
  }
  const [first] = errors;
  if (first === undefined) return { offset: 0, reason: 'invalid value' };
  return { offset: first.offset, reason: printParseErrorCode(first.error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() };
}

/** For places only; undefined where nesting is too deep for it, and then places name the file alone. */
function treeOf(json: string): Node | undefined {
  try {
    return parseTree(json);
  } catch {
    return undefined;
  }
}

/** Where the value at a path starts; of a missing one, where its parent starts. */
function offsetOf(tree: Node | undefined, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = tree && findNodeAtLocation(tree, path.slice(0, length) as JSONPath);
    if (node) return node.offset;
  }
  return 0;
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `:${String(before.length)}:${String((before.at(-1)?.length ?? 0) + 1)}`;
}
