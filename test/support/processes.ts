import { readdirSync, readFileSync } from 'node:fs';

/** Command lines of this machine's processes in which a text stands. Give one that only the processes in question have. */
export const processesWith = (text: string): string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid)).map(commandLine).filter((line) => line.includes(text));

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // It has ended meanwhile.
  }
}
