import type { JSX } from 'preact';
import { madeBy, withoutDiff } from '../../campaign/memory-text.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { count, FileName, Text } from '../page/text.js';
import { patchParts } from '../../trace/patches.js';
import { Tag } from '../page/parts.js';
import { Diff } from './diff.js';

/** Files of one root that are listed, and those whose diffs are shown. */
const LISTED = 500;
const DIFFS = 100;

/** What the agent changed: its memory first, then home, workspace and the rest. */
export function Changes({ shown, evidence }: { shown: ShownTrial; evidence: string }): JSX.Element {
  const order = Object.entries(shown.changes).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return (
    <section id="changes" aria-labelledby="changes-title">
      <h2 id="changes-title">What it changed</h2>
      <h3 id="memory">Memory</h3>
      {shown.memory.length === 0 ? <p class="quiet">Nothing was written into its memory.</p> : shown.memory.map(({ session, path, kind, call, patch }) => (
        <>
          <p><Tag tone="info">{kind}</Tag> <code><FileName>{path}</FileName></code> <span class="quiet">session {String(session)}{call ? <>, by <a href={`#e${String(call.seq)}`}><Text>{call.name}</Text></a></> : ', by no tool call'}</span></p>
          {patch !== undefined ? <Diff patch={patch} whole={`${evidence}/changes`} /> : kind !== 'deleted' && <p class="quiet">No diff: not text, or too large for one; where its bytes are stands in the list below.</p>}
        </>
      ))}
      {order.map(([root, changes]) => <Root root={root} changes={changes} shown={shown} evidence={evidence} />)}
    </section>
  );
}

/** Home before the workspace: that is where memory lives. */
const rank = (root: string): number => (root.endsWith('home') ? 0 : root.endsWith('workspace') ? 1 : 2);

function Root({ root, changes, shown: { patches, attribution }, evidence }: { root: string; changes: ShownTrial['changes'][string]; shown: ShownTrial; evidence: string }): JSX.Element {
  const parts = patchParts(patches[root] ?? '');
  const makers = new Map(attribution?.changes.map(({ path, call }) => [path, call]));
  return (
    <>
      <h3>Changes in {root}</h3>
      {changes.length === 0 ? <p class="quiet">None.</p> : (
        <>
          <ul>
            {changes.slice(0, LISTED).map(({ path, kind, from, ...change }) => {
              const call = makers.get(path);
              return <li>{kind} <code>{from === undefined ? null : <><FileName>{from}</FileName> → </>}<FileName>{path}</FileName></code>{call ? <a class="quiet" href={`#e${String(call.seq)}`}><Text>{madeBy(call)}</Text></a> : null}<span class="quiet"><Text>{withoutDiff(change)}</Text></span></li>;
            })}
          </ul>
          {changes.length > LISTED && <p class="cut">{count(LISTED)} of {count(changes.length)} changes are listed; all are in {evidence}/changes.</p>}
          {parts.length > 0 && (
            <details open={parts.length <= 5}>
              <summary>Diffs of {count(parts.length)} {parts.length === 1 ? 'file' : 'files'}</summary>
              {parts.slice(0, DIFFS).map((part) => <Diff patch={part} whole={`${evidence}/changes`} />)}
              {parts.length > DIFFS && <p class="cut">The first {count(DIFFS)} are shown; all are in {evidence}/changes.</p>}
            </details>
          )}
        </>
      )}
    </>
  );
}
