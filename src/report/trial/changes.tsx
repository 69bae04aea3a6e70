import type { JSX } from 'preact';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { count } from '../page/text.js';
import { changedFiles, type ChangedFiles } from './changed-files.js';
import { Diffs, FileList, OwnFiles } from './file-list.js';
import { Memory } from './memory.js';

/** What the agent changed: its memory first, then home, workspace and the rest; what its program keeps for itself is folded. */
export function Changes({ shown, evidence }: { shown: ShownTrial; evidence: string }): JSX.Element {
  const roots = changedFiles(shown);
  return (
    <section id="changes" aria-labelledby="changes-title">
      <h2 id="changes-title">What it changed</h2>
      <Memory memory={shown.memory} files={roots.flatMap(({ files }) => files)} evidence={evidence} />
      {roots.map((one) => <Root of={one} evidence={evidence} />)}
    </section>
  );
}

function Root({ of: { root, files }, evidence }: { of: ChangedFiles; evidence: string }): JSX.Element {
  const rest = files.filter(({ memory, own }) => !memory && !own);
  const memory = files.filter((file) => file.memory).length;
  return (
    <>
      <h3>Changes in {root}</h3>
      {files.length === 0 ? <p class="quiet">None.</p> : (
        <>
          {memory > 0 && <p class="quiet">{count(memory)} in its <a href="#memory">memory</a>, above.</p>}
          {rest.length > 0 ? <FileList files={rest} evidence={evidence} /> : memory === 0 && <p class="quiet">Nothing but the program’s own files.</p>}
          <Diffs files={rest} evidence={evidence} open />
          <OwnFiles files={files.filter((file) => file.own && !file.memory)} name={root} evidence={evidence} />
        </>
      )}
    </>
  );
}
