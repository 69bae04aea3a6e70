import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  command: string;
}

/** This machine's processes in whose command line, or environment at their start, a text stands; this one is not among them. */
export const processesWith = (text: string, where: 'cmdline' | 'environ' = 'cmdline'): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid) && read(name, where).includes(text))
    .map((name) => ({ pid: Number(name), command: read(name, 'cmdline').trim() }));

function read(pid: string, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // It has ended meanwhile, or is not ours to look at.
  }
}
