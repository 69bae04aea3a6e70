import type { JSX } from 'preact';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { givenBy, type Given } from '../model/given.js';
import { Table, Tag } from '../page/parts.js';
import { Text } from '../page/text.js';

/** Longest part of a value, characters. */
const WIDTH = 300;

/** What both gave to each question or check. */
export function SideAnswers({ a, b }: { a: ShownTrial; b: ShownTrial }): JSX.Element | null {
  const [left, right] = [givenBy(a.score, WIDTH), givenBy(b.score, WIDTH)];
  const points = [...new Set([...left.keys(), ...right.keys()])];
  if (points.length === 0) return null;
  return (
    <section id="answers" aria-labelledby="answers-title">
      <h2 id="answers-title">Answers</h2>
      <Table label="Answers of both" head={['', 'a', 'b']} wide>
        {points.map((point) => {
          const [one, other] = [left.get(point), right.get(point)];
          return <tr class={one?.text === other?.text && one?.right === other?.right ? undefined : 'differs'}><th scope="row">{point}</th><Cell of={one} /><Cell of={other} /></tr>;
        })}
      </Table>
    </section>
  );
}

const Cell = ({ of }: { of: Given | undefined }): JSX.Element => <td>{of ? <><Tag tone={of.right ? 'good' : 'bad'}>{of.right ? 'right' : 'wrong'}</Tag> <Text>{of.text}</Text></> : <span class="quiet">no answer</span>}</td>;
