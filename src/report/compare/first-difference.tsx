import type { JSX } from 'preact';
import { kindInWords, titled } from '../../campaign/comparison-text.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import type { Divergence } from '../../trial/compare/divergence.js';
import type { TraceEvent } from '../../trace/events.js';
import { trialPage } from '../page/addresses.js';
import { Tag } from '../page/parts.js';
import { count, Text } from '../page/text.js';
import { markedDifference, type MarkedPart } from './marked-difference.js';
import { isStep, type Steps } from './parting.js';
import { asRead, stepText } from './step-text.js';

const ROOT = '../';

/** What one side has at the first difference. */
interface Side {
  name: string;
  shown: ShownTrial;
  event: TraceEvent | undefined;
  text: string | undefined;
}

/** The first difference as text to read: which step it is, what it was on either side, and what of it differs. */
export function FirstDifference({ first, a, b, steps }: { first: Divergence | undefined; a: ShownTrial; b: ShownTrial; steps: Steps }): JSX.Element {
  return (
    <section id="first" aria-labelledby="first-title">
      <h2 id="first-title">First difference</h2>
      {first ? <Difference of={first} a={a} b={b} steps={steps} /> : <p>There is none.</p>}
    </section>
  );
}

function Difference({ of: first, a, b, steps: { left, right, at } }: { of: Divergence; a: ShownTrial; b: ShownTrial; steps: Steps }): JSX.Element {
  const step = isStep(first) ? at : undefined;
  const side = (name: string, shown: ShownTrial, event: TraceEvent | undefined, cut: string | null): Side => ({ name, shown, event, text: event ? stepText(event) : cut === null ? undefined : asRead(cut) });
  const [one, other] = step === undefined ? [side('a', a, undefined, first.a), side('b', b, undefined, first.b)] : [side('a', a, left[step], null), side('b', b, right[step], null)];
  const [marked, otherMarked] = one.text === undefined || other.text === undefined ? [] : markedDifference(one.text, other.text);
  return (
    <div class="first">
      <p><Tag tone="bad">{kindInWords(first.kind)}</Tag> {step === undefined ? <Text>{titled(first)}</Text> : <>{`Step ${count(step + 1)}: `}<Text>{inWords(one.event, other.event)}</Text></>}</p>
      <div class="sides"><Shown side={one} parts={marked} /><Shown side={other} parts={otherMarked} /></div>
    </div>
  );
}

/** What the two did, where that can be said in a line. */
function inWords(a: TraceEvent | undefined, b: TraceEvent | undefined): string {
  if (!a || !b) return `only ${a ? 'a' : 'b'} goes on, with ${did((a ?? b)?.type)}.`;
  if (a.type !== b.type) return `a comes with ${did(a.type)}, b with ${did(b.type)}.`;
  if (a.type === 'tool.call') return a.name === b.name ? `both call ${a.name ?? 'a tool'}, with other input.` : `a calls ${a.name ?? 'a tool'}, b calls ${b.name ?? 'a tool'}.`;
  return a.type === 'tool.result' ? 'the same call gives back something else.' : `each comes with ${did(a.type)}, and they differ.`;
}

const DID: Partial<Record<TraceEvent['type'], string>> = { 'tool.call': 'a tool call', 'tool.result': 'what a tool gave back', message: 'a message', error: 'an error' };
const did = (type: TraceEvent['type'] | undefined): string => (type && DID[type]) ?? type ?? 'nothing';

function Shown({ side: { name, shown, event, text }, parts }: { side: Side; parts: readonly MarkedPart[] | undefined }): JSX.Element {
  return (
    <div>
      <p class="quiet">{name}{event && <>, <a href={`${ROOT}${trialPage(shown.trial)}#e${String(event.seq)}`}>{event.type}, event {String(event.seq)}</a></>}</p>
      {text === undefined ? <p class="quiet">has nothing there</p> : (
        <pre class="text">{(parts ?? [{ text: text.slice(0, 3000), differs: true }]).map(({ text: part, differs }) => (differs ? <mark class={name === 'a' ? undefined : 'bad'}><Text>{part}</Text></mark> : <Text>{part}</Text>))}</pre>
      )}
    </div>
  );
}
