import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { REPORT_DIR } from '../../evidence/layout.js';
import { RESET_CLASSES } from '../../protocol/manual.js';
import { workspaceFiles } from '../../scenario/workspace-prompt.js';
import type { HandTrial } from '../../trial/by-hand/trial.js';
import { adaptationsIn } from '../../trial/by-hand/adaptations.js';

const MEANS: Record<(typeof RESET_CLASSES)[number], string> = {
  'account-memory': 'what the account remembers about its user across chats',
  'project-memory': 'what the project, space or workspace remembers',
  'chat-history': 'earlier chats, and whether the product may refer to them',
  files: 'files uploaded earlier, to the account, the project or the chat',
  indexes: 'connectors, and search indexes built from such files',
  instructions: 'custom instructions, personalities, project instructions',
};

/** What to do for one trial, and the files that it takes. */
export interface Sheet {
  text: string;
  /** Path of every file below the trial's folder → its text. */
  files: Map<string, string>;
}

/** Where a trial's sheet is put: below report/, since it can be made again at any time. */
export const sheetDir = (dir: string, trial: string): string => join(dir, REPORT_DIR, 'manual', trial);

/**
 * What a person has to enter in each session of a trial, which files to upload, what to reset before, and how to attach what
 * came back.
 * @param dir the campaign directory, as it is to be named in commands
 */
export function sheetOf(trial: HandTrial, dir: string): Sheet {
  const { id, manual, mode, sessions } = trial;
  const files = new Map<string, string>();
  const { product, version, model, plan, settings, notes } = manual;
  const declared = [`${product} ${version}`, ...Object.entries({ plan, model, settings, notes }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))];
  const uploads = mode === 'workspace' ? workspaceFiles(trial.selected) : new Map<string, string>();
  for (const [path, text] of uploads) files.set(`files/${path}`, text);
  const parts = sessions.map(({ turns }, index) => {
    turns.forEach((prompt, turn) => files.set(promptName(index, turn), prompt));
    return sessionPart(trial, index, dir, [...uploads.keys()]);
  });
  const adapted = adaptationsIn(mode).map(({ means }) => `- ${means}`);
  return { text: [`# ${id}`, declared.join('\n'), ...parts, `## What this can not show\n${adapted.join('\n')}`].join('\n\n').concat('\n'), files };
}

const promptName = (session: number, turn: number): string => `session-${String(session + 1)}/turn-${String(turn + 1)}.txt`;

function sessionPart({ id, sessions }: HandTrial, index: number, dir: string, uploads: readonly string[]): string {
  const folder = sheetDir(dir, id);
  const { turns = [], keeps = [] } = sessions[index] ?? {};
  const session = String(index + 1);
  const reset = (name: (typeof RESET_CLASSES)[number]): string => (keeps.includes(name) ? 'kept' : 'HOW');
  return [
    `## Session ${session} of ${String(sessions.length)}`,
    'Before it, reset each of these, and note how (cleared, new, off, absent):',
    ...RESET_CLASSES.map((name) => `- ${name}: ${MEANS[name]}${keeps.includes(name) ? '. Declared as kept: leave it as it is' : ''}`),
    ...(uploads.length > 0 ? [`Upload these files of ${join(folder, 'files')}, under these names:`, ...uploads.map((path) => `- ${path}`)] : ['Upload nothing.']),
    `In a new chat, enter ${turns.length === 1 ? 'the text of this file, whole and unchanged' : 'the texts of these files, whole and unchanged, one after the other'}:`,
    ...turns.map((_, turn) => `- ${join(folder, promptName(index, turn))}`),
    `Save the ${turns.length === 1 ? '' : 'last '}response as it came, without a word of the page around it, and attach it:`,
    `  cleanslate attach ${dir} ${id} --session ${session} --response FILE --by NAME ${RESET_CLASSES.map((name) => `--reset ${name}=${reset(name)}`).join(' ')} [--evidence FILE …]`,
  ].join('\n');
}

/** Writes a sheet and its files, anew. Returns the path of the sheet. */
export async function writeSheet(dir: string, id: string, { text, files }: Sheet): Promise<string> {
  const folder = sheetDir(dir, id);
  for (const [path, content] of [...files, ['sheet.md', text] as const]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return join(folder, 'sheet.md');
}
