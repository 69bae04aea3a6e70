import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** What stands for a word that is made when the test runs, such as a path. */
const MADE = '…';
/** Constants within constants that are looked into. */
const DEEPEST = 4;

/**
 * The command lines that a test runs, as words, told from its text: arrays, and arguments of calls, that begin with a verb. A constant of
 * the same file counts with its elements, and so does a function of it (`const attach = (...more) => run(['attach', ...more])`) wherever
 * it is called. A word that is made is `…`.
 */
export function commandsIn(file: string, verbs: ReadonlySet<string>): string[][] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = constantsOf(source);
  const wordsOf = (node: ts.Node, depth = 0): string[] => {
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node) || ts.isSpreadElement(node)) return wordsOf(node.expression, depth);
    if (ts.isConditionalExpression(node)) return [...wordsOf(node.whenTrue, depth), ...wordsOf(node.whenFalse, depth)];
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((element) => wordsOf(element, depth));
    // `classes.flatMap((name) => ['--reset', name])`: what is made of each.
    if (ts.isCallExpression(node)) return [MADE, ...node.arguments.flatMap((argument) => (ts.isArrowFunction(argument) ? wordsOf(argument.body, depth) : []))];
    const named = ts.isIdentifier(node) && depth < DEEPEST ? constants.get(node.text) : undefined;
    return named && !isFunction(named) ? wordsOf(named, depth + 1) : [MADE];
  };
  const listIn = (node: ts.Node): string[] | undefined => {
    if (!ts.isArrayLiteralExpression(node) && !ts.isCallExpression(node)) return undefined;
    const words = (ts.isCallExpression(node) ? node.arguments : node.elements).flatMap((element) => wordsOf(element));
    const at = words.findIndex((word) => word !== MADE);
    // A list of verbs runs none of them.
    return at !== -1 && (verbs.has(words[at] ?? '') || words[at] === '--help') && !verbs.has(words[at + 1] ?? '') ? words.slice(at) : undefined;
  };
  const listsIn = (node: ts.Node): string[][] => {
    const found = [listIn(node) ?? []].filter((words) => words.length > 0);
    ts.forEachChild(node, (child) => { found.push(...listsIn(child)); });
    return found;
  };
  const called = (node: ts.Node): string[][] => {
    const helper = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? constants.get(node.expression.text) : undefined;
    const found = helper && isFunction(helper) && ts.isCallExpression(node) ? listsIn(helper).map((words) => [...words, ...node.arguments.flatMap((argument) => wordsOf(argument))]) : [];
    ts.forEachChild(node, (child) => { found.push(...called(child)); });
    return found;
  };
  return [...listsIn(source), ...called(source)];
}

const isFunction = (node: ts.Node): boolean => ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node);

/** Constants and functions of a file by their names, wherever they stand in it. */
function constantsOf(source: ts.Node, found = new Map<string, ts.Node>()): Map<string, ts.Node> {
  ts.forEachChild(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) found.set(node.name.text, node.initializer);
    if (ts.isFunctionDeclaration(node) && node.name) found.set(node.name.text, node);
    constantsOf(node, found);
  });
  return found;
}
