import type { JSX } from 'preact';
import { adjudicationLines } from '../../campaign/adjudication-text.js';
import { expected } from '../../campaign/checklist-text.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import type { ChecklistScore } from '../../scoring/index.js';
import type { TraceEvent } from '../../trace/events.js';
import { Table, Tag } from '../page/parts.js';
import { Excerpt, FileName, Text } from '../page/text.js';
import { isOwnFile } from './own-files.js';

/** Longest text of an answer that stands in the table as it is, characters. */
const SHORT = 160;

/** The checks of a task: what was expected, where that stands in the material, and what the answer gave; those that cost points first. */
export function Checklist({ score: { points, checks }, shown, given }: { score: ChecklistScore; shown: ShownTrial; given: ReadonlyMap<string, string> }): JSX.Element {
  const { task, adjudication, events } = shown;
  const sorted = checks.toSorted((a, b) => b.points - a.points || Number(a.outcome === 'right') - Number(b.outcome === 'right'));
  return (
    <>
      <p><Tag tone={points === 0 ? 'good' : 'bad'}>{String(points)} failure {points === 1 ? 'point' : 'points'}</Tag> those of the worst check.</p>
      <Table label="Checklist" head={['Check', 'Outcome', 'Points', 'What was given', 'Expected', 'Where it stands']} wide>
        {sorted.map(({ id, kind, outcome, points: cost }) => {
          const key = expected(task, id);
          return (
            <tr>
              <th scope="row">{id}<div class="quiet">{kind}</div></th>
              <td><Tag tone={outcome === 'right' ? 'good' : outcome === 'ambiguous' ? 'warn' : 'bad'}>{outcome}</Tag></td>
              <td class="number">{String(cost)}</td>
              <td><GivenTo id={id} shown={shown} given={given} /></td>
              <td>{key ? <>{key.values.map((value) => <div><Text>{valuesText(value, kind)}</Text></div>)}{key.derived === undefined ? null : <div class="quiet"><Text>{key.derived}</Text></div>}</> : ''}</td>
              <td>{key ? <><Where events={events} where={key.where} stands={key.stands} />{key.stands ? <div>“<Text>{key.stands.text}</Text>”</div> : null}</> : ''}</td>
            </tr>
          );
        })}
      </Table>
      {adjudication && <><h3>Adjudication</h3><ul class="notes">{adjudicationLines(adjudication).map((line) => <li class={adjudication.open ? 'loud' : undefined}><Text>{line}</Text></li>)}</ul></>}
    </>
  );
}

/** One of several values, or a list that must be the whole. */
const valuesText = (values: unknown, kind: string): string => (Array.isArray(values) && kind !== 'members' ? values.map((value) => JSON.stringify(value)).join(' or ') : JSON.stringify(values));

/** The place as the key names it; a turn leads to its prompt in the timeline. */
function Where({ events, where, stands }: { events: readonly TraceEvent[]; where: string; stands: { session: number; turn?: number } | undefined }): JSX.Element {
  const prompt = stands?.turn === undefined ? undefined : events.filter(({ type, session }) => type === 'prompt' && session === stands.session)[stands.turn - 1];
  return prompt ? <a href={`#e${String(prompt.seq)}`}>{where}</a> : <Text>{where}</Text>;
}

function GivenTo({ id, shown, given }: { id: string; shown: ShownTrial; given: ReadonlyMap<string, string> }): JSX.Element {
  const text = given.get(id);
  const settings = shown.task?.checks.find((check) => check.id === id)?.settings ?? {};
  if (text === undefined) {
    if ('paths' in settings) return <ChangedPaths shown={shown} />;
    return 'tools' in settings || 'commands' in settings ? <a href="#lane=tool">its tool calls</a> : <span class="quiet">not known</span>;
  }
  if (text.length <= SHORT && !text.includes('\n')) return <Text>{text}</Text>;
  return <details><summary><FileName>{`${text.slice(0, SHORT / 2).split('\n')[0] ?? ''}…`}</FileName></summary><Excerpt text={text} limit={4000} whole="the answer below" /></details>;
}

/** What changed in the workspace, for checks that forbid it. */
function ChangedPaths({ shown }: { shown: ShownTrial }): JSX.Element {
  const workspaces = Object.entries(shown.changes).filter(([root]) => root.endsWith('workspace')).sort(([a], [b]) => (a < b ? -1 : 1));
  const paths = workspaces.flatMap(([, changes]) => changes.filter(({ path }) => !isOwnFile(path, 'workspace', undefined)));
  if (paths.length === 0) return <>nothing changed</>;
  return <>{paths.slice(0, 5).map(({ kind, path }) => <div>{kind} <code><FileName>{path}</FileName></code></div>)}{paths.length > 5 && <a href="#changes">and {String(paths.length - 5)} more</a>}</>;
}
