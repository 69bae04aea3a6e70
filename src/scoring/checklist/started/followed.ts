import { workdirOf } from '../directory.js';
import type { SessionEvidence, ToolCall } from '../evidence.js';
import { simpleCommands, type SimpleCommand } from '../shell.js';
import { makeCall, MAKEFILES } from './make.js';
import { parseMakefile, type Line } from './makefile.js';
import { scriptCall, scriptLines } from './package-scripts.js';
import { entered, folderOf, placesOf } from './places.js';
import { recipesOf } from './recipes.js';
import { isScriptOfWorkspace, textsOf, versionsOf } from './scripts.js';
import { NOTHING, oneOf, perhaps, together, UNREAD, type Started } from './started.js';

/** Scripts that start scripts are followed this far. */
const MAX_DEPTH = 3;

/** So many scripts, and programs in them, of one command line are followed. */
const MAX_SCRIPTS = 50;
const MAX_PROGRAMS = 2000;

/** How programs were come to. */
interface Trail {
  session: SessionEvidence;
  /** What the call gave back. */
  result: string | null;
  /** What is being followed: the outermost script first. */
  chain: readonly string[];
  left: { scripts: number; programs: number };
}

/**
 * Follows programs into what they run of the workspace: shell scripts, targets of makefiles, scripts of a package.json; by the files before
 * and after the session, and what its calls wrote.
 */
export const followed = (programs: readonly SimpleCommand[], session: SessionEvidence, call: ToolCall): Started =>
  follow(programs, entered('.', workdirOf(call) || '.'), { session, result: call.result, chain: [], left: { scripts: MAX_SCRIPTS, programs: MAX_PROGRAMS } });

function follow(programs: readonly SimpleCommand[], start: string, trail: Trail): Started {
  const all: Started[] = [{ ...NOTHING, programs: [...programs] }];
  let here = start;
  for (const [at, command] of programs.entries()) {
    if (trail.left.programs-- <= 0) return together([...all, UNREAD]);
    all.push(ofScript(command, programs[at - 1], here, trail), ofMake(command, here, trail), ofPackage(command, here, trail));
    if (command.words[0] === 'cd' || command.words[0] === 'pushd') here = entered(here, command.words[1] ?? '');
  }
  return together(all);
}

/** One step further, unless it leads back to where it came from; what is too far away is not read. */
function further<T>(trail: Trail, what: string, follow: (trail: Trail) => T): T | Started {
  if (trail.chain.includes(what)) return NOTHING;
  if (trail.chain.length === MAX_DEPTH || trail.left.scripts-- <= 0) return UNREAD;
  return follow({ ...trail, chain: [...trail.chain, what] });
}

function ofScript({ words: [script = ''] }: SimpleCommand, starter: SimpleCommand | undefined, here: string, trail: Trail): Started {
  const texts = textsOf(script, trail.session);
  if (texts.length === 0) return isScriptOfWorkspace(script, starter) ? UNREAD : NOTHING;
  return together(texts.map((text) => further(trail, text, (deeper) => follow(simpleCommands(text), here, deeper))));
}

/** A target may be in a makefile that was changed: what every one of its texts starts is certain. */
function ofMake(command: SimpleCommand, here: string, trail: Trail): Started {
  const call = makeCall(command);
  if (call === undefined) return NOTHING;
  const { session, result } = trail;
  const directory = call.directories.reduce(entered, here);
  if (call.files.length > 1 || call.files[0] === '-') return UNREAD;
  const found = placesOf(call.files.length > 0 ? call.files : MAKEFILES, directory, session).map((path) => ({ folder: folderOf(path), ...versionsOf(path, session) }));
  const ways = found.map(({ folder, texts }) => texts.map((text) => further(trail, `make ${call.goals.join(' ')} in ${folder}\n${text}`, (deeper) => {
    const makefile = parseMakefile(text, call.variables, (path) => placesOf([path], folder, session).flatMap((one) => versionsOf(one, session).texts).at(-1));
    const recipes = recipesOf(makefile, call.goals, (path) => [session.before, session.after].some((files) => files.has(entered(folder, path))));
    if (recipes === undefined) return makefile.whole ? undefined : UNREAD;
    return together([startedBy(recipes.lines, directory, deeper), ...(recipes.whole ? [] : [UNREAD])]);
  })).filter((way) => way !== undefined));
  return outcome(ways, found, result);
}

function ofPackage(command: SimpleCommand, here: string, trail: Trail): Started {
  const call = scriptCall(command);
  if (call === undefined) return NOTHING;
  const { session, result } = trail;
  const directory = call.anywhere ? '~' : call.directory === undefined ? here : entered(here, call.directory);
  const found = placesOf(['package.json'], directory, session, true).map((path) => ({ folder: folderOf(path), ...versionsOf(path, session) }));
  const ways = found.map(({ folder, texts }) => texts.map((text) => further(trail, `${call.names.join(' ')} ${call.extra} in ${folder}\n${text}`, (deeper) => {
    const lines = scriptLines(text, call);
    if (lines === undefined) return UNREAD;
    return lines.length === 0 ? undefined : startedBy(lines, folder, deeper);
  })).filter((way) => way !== undefined));
  return call.asked || ways.flat().length > 0 ? outcome(ways, found, result) : NOTHING;
}

/** How make and package managers say that there is nothing to run. */
const FAILED = /No rule to make target|No targets specified|no makefile found|Missing script|ENOENT|Could not read package\.json|NO_IMPORTER_MANIFEST|NO_SCRIPT|Couldn't find (?:a package\.json|a script)|(?:command )?not found/i;

/**
 * What was started by one of several files, or of a file's several texts.
 * @param ways for each file, what its texts start; nothing of a text that has no such target or script
 */
function outcome(ways: readonly (readonly Started[])[], found: readonly { texts: readonly string[]; lost: boolean }[], result: string | null): Started {
  // Without a file, only what the call gave back tells that nothing was run.
  const unknown = found.some(({ lost }) => lost) || (found.every(({ texts }) => texts.length === 0) && !FAILED.test(result ?? ''));
  const started = oneOf(ways.flat());
  return together([ways.some((of) => of.length === 0) ? perhaps(started) : started, ...(unknown ? [UNREAD] : [])]);
}

/** Each line has a shell of its own. */
const startedBy = (lines: readonly Line[], directory: string, trail: Trail): Started =>
  together(lines.map(({ text, sure }) => {
    const started = follow(simpleCommands(text), directory, trail);
    return sure ? started : perhaps(started);
  }));
