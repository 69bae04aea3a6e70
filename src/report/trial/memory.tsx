import type { JSX } from 'preact';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { Tag } from '../page/parts.js';
import { Excerpt, FileName, Text } from '../page/text.js';
import type { ChangedFile, ChangedFiles } from './changed-files.js';
import { Diff } from './diff.js';
import { Diffs, FileList, OwnFiles } from './file-list.js';

/** What the agent wrote into its memory, and its memory servers into theirs, open; what its program keeps beside that is one line. */
export function Memory({ memory, files, services, evidence }: { memory: ShownTrial['memory']; files: readonly ChangedFile[]; services: readonly ChangedFiles[]; evidence: string }): JSX.Element {
  const found = new Map(files.filter((file) => file.memory).map((file) => [`${String(file.session)} ${file.path}`, file]));
  const own = [...found.values()].filter((file) => file.own);
  // A folder that was made says nothing that a file in it does not.
  const written = memory.filter(({ session, path }) => {
    const file = found.get(`${String(session)} ${path}`);
    return !file?.own && file?.after?.type !== 'directory';
  });
  return (
    <>
      <h3 id="memory">Memory</h3>
      {services.map((one) => <OfServer of={one} evidence={evidence} />)}
      {written.length === 0 ? <p class="quiet">Nothing was written into its {services.length > 0 ? 'own ' : ''}memory{own.length > 0 ? ' but the program’s own files' : ''}.</p> : written.map((one) => <Written {...one} evidence={evidence} />)}
      <OwnFiles files={own} name="memory" evidence={evidence} />
    </>
  );
}

const Written = ({ session, path, kind, call, patch, text, evidence }: ShownTrial['memory'][number] & { evidence: string }): JSX.Element => (
  <>
    <p><Tag tone="info">{kind}</Tag> <code><FileName>{path}</FileName></code> <span class="quiet">session {String(session)}{call ? <>, by <a href={`#e${String(call.seq)}`}><Text>{call.name}</Text></a></> : ', by no tool call'}</span></p>
    {patch !== undefined ? <Diff patch={patch} whole={`${evidence}/changes`} /> : text !== undefined ? <Excerpt text={text} whole={`${evidence}/changes`} name="All of it" /> : kind !== 'deleted' && <p class="quiet">No diff: not text, or too large for one; its bytes are in {evidence}, below changes.</p>}
  </>
);

/** What a service beside the agent kept of a session: `session-1/service notes`. */
function OfServer({ of: { root, files }, evidence }: { of: ChangedFiles; evidence: string }): JSX.Element {
  const [, session = '', service = ''] = /^session-(\d+)\/service (.*)$/s.exec(root) ?? [];
  return (
    <>
      <p>Memory server <code><FileName>{service}</FileName></code>, session {session}: {files.length === 0 ? <span class="quiet">nothing changed.</span> : <Tag tone="info">changed</Tag>}</p>
      {files.length > 0 && <><FileList files={files} evidence={evidence} /><Diffs files={files} evidence={evidence} open /></>}
    </>
  );
}
