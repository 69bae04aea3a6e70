import type { JSX } from 'preact';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { isChecklist } from '../../scoring/index.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { answeredQuestions, caseOf } from '../model/sources.js';
import { Table, Tag } from '../page/parts.js';
import { Text } from '../page/text.js';

interface Given {
  right: boolean;
  text: string;
}

/** What both gave to each question or check. */
export function SideAnswers({ a, b, campaign }: { a: ShownTrial; b: ShownTrial; campaign: ReportedCampaign }): JSX.Element | null {
  const [left, right] = [givenBy(a, campaign), givenBy(b, campaign)];
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

function givenBy(shown: ShownTrial, campaign: ReportedCampaign): Map<string, Given> {
  if (shown.score && isChecklist(shown.score)) return new Map(shown.score.checks.map(({ id, outcome, points }) => [id, { right: outcome === 'right', text: `${outcome}, ${String(points)}` }]));
  return new Map(answeredQuestions(shown, caseOf(campaign, shown)).map(({ question, verdict, answer: { value, source } }) => [question, { right: verdict === 'right', text: `${value.slice(0, 300)}${source === null ? '' : ` (${source.slice(0, 300)})`}` }]));
}
