import type { JSX } from 'preact';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { count, FileName } from '../page/text.js';
import { changedFiles, isOfService, type ChangedFiles } from './changed-files.js';
import { Diffs, FileList, OwnFiles } from './file-list.js';
import { Memory } from './memory.js';

/** What the agent changed: its memory first, its memory servers' with it, then home, workspace and the rest; what its program keeps for itself is folded. */
export function Changes({ shown, evidence }: { shown: ShownTrial; evidence: string }): JSX.Element {
  const all = changedFiles(shown);
  const [services, roots] = [all.filter(({ root }) => isOfService(root)), all.filter(({ root }) => !isOfService(root))];
  const untouched = roots.filter(({ files }) => files.length === 0);
  const last = shown.events.reduce((most, { session }) => Math.max(most, session), 1);
  return (
    <section id="changes" aria-labelledby="changes-title">
      <h2 id="changes-title">What it changed</h2>
      {all.length === 0 ? <p id="memory" class="quiet">{unseen(shown)}</p> : (
        <>
          <Memory memory={shown.memory} files={roots.flatMap(({ files }) => files)} services={services} evidence={evidence} />
          {roots.filter(({ files }) => files.length > 0).map((one) => <Root of={one} name={rootName(one.root, last)} evidence={evidence} />)}
          {untouched.length > 0 && <p class="quiet">Nothing changed in {untouched.map(({ root }, at) => <>{at > 0 && '; '}<FileName>{rootName(root, last)}</FileName></>)}.</p>}
        </>
      )}
    </section>
  );
}

/** Why nothing is known of its files. */
function unseen({ record, interrupted }: ShownTrial): string {
  if (record?.adaptations) return 'Nobody saw which files it changed, nor what it wrote into its memory: a person drove it.';
  return record || interrupted !== undefined ? 'Its files were not looked at.' : 'Not known yet: files are looked at when a session has ended.';
}

/** `session-1/home` as it is read; of a trial of one session the root alone. @param last its last session, whose roots have no session in their names */
function rootName(root: string, last: number): string {
  const [, session, name] = /^session-(\d+)\/(.*)$/s.exec(root) ?? [];
  return name === undefined ? (last > 1 ? `${root}, session ${String(last)}` : root) : `${name}, session ${session ?? ''}`;
}

function Root({ of: { root, files }, name, evidence }: { of: ChangedFiles; name: string; evidence: string }): JSX.Element {
  const rest = files.filter(({ memory, own }) => !memory && !own);
  const memory = files.filter((file) => file.memory).length;
  return (
    <>
      <h3>Changes in <FileName>{name}</FileName></h3>
      {memory > 0 && <p class="quiet">{count(memory)} in its <a href="#memory">memory</a>, above.</p>}
      {rest.length > 0 ? <FileList files={rest} evidence={evidence} /> : memory === 0 && <p class="quiet">Nothing but the program’s own files.</p>}
      <Diffs files={rest} evidence={evidence} open />
      <OwnFiles files={files.filter((file) => file.own && !file.memory)} name={root} evidence={evidence} />
    </>
  );
}
