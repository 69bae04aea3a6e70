import type { JSX } from 'preact';
import type { ShownTrial } from '../../campaign/read-trial.js';
import type { SelectedCase } from '../../scenario/profiles.js';
import { isChecklist } from '../../scoring/index.js';
import { answeredQuestions, type AnsweredQuestion } from '../model/sources.js';
import { Table, Tag, type Tone } from '../page/parts.js';
import { Excerpt, Text } from '../page/text.js';
import { Checklist } from './checklist.js';
import { markedParts, type Quote } from './marked.js';

const TONES: Record<AnsweredQuestion['verdict'], Tone> = { right: 'good', 'citation rejected': 'warn', wrong: 'bad' };

/** What was answered, what had been expected, and where both stand in what the agent was given. */
export function Answer({ shown, selected, given, evidence, running = false }: { shown: ShownTrial; running?: boolean; selected: SelectedCase | undefined; given: ReadonlyMap<string, string>; evidence: string }): JSX.Element {
  const { answer, score } = shown;
  const questions = answeredQuestions(shown, selected);
  return (
    <section id="answer" aria-labelledby="answer-title">
      <h2 id="answer-title">Answer</h2>
      {score && isChecklist(score) && <Checklist score={score} shown={shown} given={given} />}
      {score && !isChecklist(score) && (score.format_failure === null
        ? <p>{String(score.grounded_correct)} of {String(score.questions)} grounded and correct, {String(score.value_correct)} values correct, {String(score.citation_rejected)} citations rejected.</p>
        : <p><Tag tone="bad">format failure</Tag> <Text>{score.format_failure}</Text></p>)}
      {questions.length > 0 && <Questions of={questions} />}
      {selected && questions.length > 0 && <Sources sources={selected.sources} of={questions} />}
      {answer === undefined ? <p class="quiet">{running ? 'It has not answered yet.' : 'It left no answer.'}</p> : (
        <details open={questions.length === 0}>
          <summary>The answer as it was given</summary>
          <Excerpt text={answer} limit={20_000} whole={`${evidence}/answer.txt`} />
        </details>
      )}
    </section>
  );
}

const hasStage = ({ stage }: AnsweredQuestion): boolean => stage !== undefined;

const Questions = ({ of }: { of: readonly AnsweredQuestion[] }): JSX.Element => (
  <Table label="Answers and what was expected" head={['Question', 'Verdict', 'Answered', 'Expected', ...(of.some(hasStage) ? ['Stage'] : [])]} stacked>
    {of.map(({ question, asked, verdict, answer, expected, stage }) => (
      <tr>
        <th scope="row">{question}<div class="quiet"><Text>{asked}</Text></div></th>
        <td data-name="Verdict"><Tag tone={TONES[verdict]}>{verdict}</Tag></td>
        <td data-name="Answered"><Cited of={answer} /></td>
        <td data-name="Expected">{expected ? <Cited of={expected} /> : <span class="quiet">not known</span>}</td>
        {of.some(hasStage) && <td data-name="Stage">{stage ?? ''}</td>}
      </tr>
    ))}
  </Table>
);

const Cited = ({ of: { value, source, quote } }: { of: AnsweredQuestion['answer'] }): JSX.Element => (
  <>
    <b><Text>{value.slice(0, 500)}</Text></b>{source === null ? <span class="quiet"> no source</span> : <> in <code><Text>{source.slice(0, 500)}</Text></code></>}
    {quote !== '' && <div>“<Text>{quote.slice(0, 1000)}</Text>{quote.length > 1000 ? '…' : ''}”</div>}
  </>
);

/** The sources that an answer or the key cites, with the quotes marked where they stand. */
function Sources({ sources, of }: { sources: SelectedCase['sources']; of: readonly AnsweredQuestion[] }): JSX.Element {
  const quotesIn = (path: string): Quote[] => of.flatMap(({ question, answer, expected }): Quote[] => [
    ...(answer.source === path ? [{ question, text: answer.quote, kind: 'cited' as const }] : []),
    ...(expected?.source === path ? [{ question, text: expected.quote, kind: 'expected' as const }] : []),
  ]);
  const strangers = of.filter(({ answer }) => answer.source !== null && !Object.hasOwn(sources, answer.source));
  const wrong = new Set(of.filter(({ verdict }) => verdict !== 'right').map(({ question }) => question));
  return (
    <>
      <h3>Quotes in their sources</h3>
      <p class="quiet"><mark class="good">expected</mark> {wrong.size > 0 && <><mark class="bad">cited by a wrong answer</mark> </>}<mark>cited by a right one, and not expected</mark></p>
      {strangers.length > 0 && <p class="cut">Cited, and no source of this profile: {strangers.map(({ question, answer }) => <><code><Text>{(answer.source ?? '').slice(0, 200)}</Text></code> ({question}) </>)}</p>}
      {Object.entries(sources).map(([path, text]) => {
        const quotes = quotesIn(path);
        const missing = quotes.filter(({ kind, text: quote }) => kind === 'cited' && quote !== '' && !text.includes(quote));
        return (
          <details open={quotes.length > 0}>
            <summary><code>{path}</code> <span class="quiet">{quotes.length === 0 ? 'not cited' : `quotes: ${String(quotes.length)}`}</span></summary>
            {missing.length > 0 && <p class="cut">Not in it word for word: {missing.map(({ question }) => question).join(', ')}</p>}
            <pre class="text">
              {markedParts(text, quotes).map(({ text: part, cited, expected }) =>
                cited.length + expected.length === 0 ? <Text>{part}</Text> : (
                  <mark class={expected.length > 0 ? 'good' : cited.some((question) => wrong.has(question)) ? 'bad' : undefined} title={[...cited.map((question) => `cited for ${question}`), ...expected.map((question) => `expected for ${question}`)].join(', ')}><Text>{part}</Text></mark>
                ))}
            </pre>
          </details>
        );
      })}
    </>
  );
}
