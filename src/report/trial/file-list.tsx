import type { JSX } from 'preact';
import { madeBy, withoutDiff } from '../../campaign/memory-text.js';
import { count, FileName, Text } from '../page/text.js';
import { bytesOf, type ChangedFile } from './changed-files.js';
import { Diff } from './diff.js';

/** Files that are listed, and those whose diffs are shown. */
const LISTED = 500;
const DIFFS = 100;

/** Changes, each with the call that made it, and where the bytes are that no diff shows. */
export const FileList = ({ files, evidence }: { files: readonly ChangedFile[]; evidence: string }): JSX.Element => (
  <>
    <ul>
      {files.slice(0, LISTED).map(({ path, kind, from, call, ...change }) => (
        <li>{kind} <code>{from === undefined ? null : <><FileName>{from}</FileName> → </>}<FileName>{path}</FileName></code>{call ? <a class="quiet" href={`#e${String(call.seq)}`}><Text>{madeBy(call)}</Text></a> : null}<span class="quiet"><Text>{withoutDiff(change)}</Text></span></li>
      ))}
    </ul>
    {files.length > LISTED && <p class="cut">{count(LISTED)} of {count(files.length)} changes are listed; all are in {evidence}/changes.</p>}
  </>
);

/** Their diffs, where they have any. @param open shown at once where they are few */
export function Diffs({ files, evidence, open = false }: { files: readonly ChangedFile[]; evidence: string; open?: boolean }): JSX.Element | null {
  const parts = files.flatMap(({ patch }) => patch ?? []);
  if (parts.length === 0) return null;
  return (
    <details open={open && parts.length <= 5}>
      <summary>Diffs of {count(parts.length)} {parts.length === 1 ? 'file' : 'files'}</summary>
      {parts.slice(0, DIFFS).map((part) => <Diff patch={part} whole={`${evidence}/changes`} />)}
      {parts.length > DIFFS && <p class="cut">The first {count(DIFFS)} are shown; all are in {evidence}/changes.</p>}
    </details>
  );
}

/** What the agent's program wrote for itself, on one line. */
export const OwnFiles = ({ files, name, evidence }: { files: readonly ChangedFile[]; name: string; evidence: string }): JSX.Element | null =>
  files.length === 0 ? null : (
    <details data-fold={`own.${name.replaceAll(/[^a-z0-9]+/gi, '-')}`}>
      <summary>The program’s own files in {name}: {count(files.length)} {files.length === 1 ? 'change' : 'changes'}, {count(bytesOf(files))} bytes</summary>
      <FileList files={files} evidence={evidence} />
      <Diffs files={files} evidence={evidence} />
    </details>
  );
