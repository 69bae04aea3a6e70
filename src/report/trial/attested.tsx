import type { JSX } from 'preact';
import type { AttachedSession } from '../../trial/by-hand/trial.js';
import { Table } from '../page/parts.js';
import { count, FileName, Text } from '../page/text.js';

/** What a person attests of each session that they carried out: how everything was reset before, and what they kept as evidence. */
export const Attested = ({ of }: { of: readonly AttachedSession[] }): JSX.Element => (
  <>
    {of.map(({ session, by, at, resets, evidence, latency_seconds, corrects }) => (
      <>
        <h3>Session {String(session)}, by <Text>{by}</Text></h3>
        <p class="quiet">Attached {at}{latency_seconds === null ? '' : `, answered within ${String(latency_seconds)} s`}.{corrects !== null && <> It corrects what was attached before: <Text>{corrects}</Text></>}</p>
        <Table label={`Resets before session ${String(session)}, as attested`} head={['State', 'Before the session', 'Note']}>
          {Object.entries(resets).map(([name, { how, note }]) => <tr><th scope="row">{name}</th><td>{how}</td><td>{note === null ? '' : <Text>{note}</Text>}</td></tr>)}
        </Table>
        {evidence.length === 0 ? <p class="quiet">No screenshot or other evidence was attached.</p> : <ul>{evidence.map(({ name, bytes, sha256 }) => <li><FileName>{name}</FileName> <span class="quiet">{count(bytes)} bytes, material/{sha256}</span></li>)}</ul>}
      </>
    ))}
  </>
);
