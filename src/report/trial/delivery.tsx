import type { JSX } from 'preact';
import type { Delivery, First } from '../../trial/delivery/file.js';
import { Table, Tag } from '../page/parts.js';
import { count, FileName, Text } from '../page/text.js';

const WITNESS: Record<Delivery['witness'], string> = {
  present: 'What its model was asked was seen.',
  absent: 'Its model was asked where nobody could see it: nothing is inferred.',
  none: 'It has no model. What its own trace shows is which files it opened.',
  unreadable: 'What its model was asked cannot be read.',
};

/** What of the seeded sources reached the model, when and by which way, and where its memory failed. */
export function DeliveryOf({ delivery }: { delivery: Delivery }): JSX.Element {
  const { witness, why, session, files, statements, questions } = delivery;
  const failed = questions.filter(({ stage }) => stage !== null);
  const missed = witness === 'present' ? statements.filter(({ first }) => first === null) : [];
  return (
    <section id="delivery" aria-labelledby="delivery-title">
      <h2 id="delivery-title">What reached the model</h2>
      <p>{WITNESS[witness]}{session > 1 && ` Counted in session ${String(session)}, in which it answered; what reached the model earlier is under “First reached”.`} {why === undefined ? null : <Text>{why}</Text>}</p>
      <Table label="Sources and what reached the model of them" head={['Source', 'Bytes', 'Reached the model', 'Named by a call', 'First reached']} wide>
        {files.map(({ path, bytes, delivered_bytes, named, first }) => (
          <tr>
            <th scope="row"><FileName>{path}</FileName></th>
            <td class="number">{count(bytes)}</td>
            <td class="number">{delivered_bytes === null ? <span class="quiet">not known</span> : <Tag tone={delivered_bytes === bytes ? 'good' : delivered_bytes === 0 ? 'bad' : 'warn'}>{count(delivered_bytes)}</Tag>}</td>
            <td>{named === null ? '' : named ? 'yes' : 'no'}</td>
            <td>{first ? <FirstTime of={first} /> : ''}</td>
          </tr>
        ))}
      </Table>
      {failed.length > 0 && (
        <>
          <h3>Where memory failed</h3>
          <Table label="Stages" head={['Question', 'Stage', 'Its value was', 'The right statement']} wide>
            {failed.map(({ question, stage, used, expected }) => (
              <tr>
                <th scope="row">{question}</th><td><Tag tone="bad">{stage}</Tag></td><td>{used}</td>
                <td>{expected === null ? 'there is none' : <><code><Text>{expected.source}</Text></code> “<Text>{expected.quote}</Text>”{expected.first ? <>, reached it: <FirstTime of={expected.first} /></> : witness === 'present' ? ', never reached it' : ''}</>}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
      {missed.length > 0 && (
        <details>
          <summary>{count(missed.length)} of {count(statements.length)} statements never reached it</summary>
          <ul>{missed.slice(0, 200).map(({ source, from, text }) => <li><code><Text>{source}</Text></code> at byte {String(from)}: <Text>{text.slice(0, 300)}</Text></li>)}</ul>
          {missed.length > 200 && <p class="cut">The first 200 are listed; delivery.json has them all.</p>}
        </details>
      )}
    </section>
  );
}

const FirstTime = ({ of: { session, exchange, way, call } }: { of: First }): JSX.Element => (
  <>session {String(session)}, exchange {String(exchange)}, {way}{call ? <> of {call.name} <code><Text>{call.target.slice(0, 200)}</Text></code></> : ''}</>
);
