import type { JSX } from 'preact';
import { visible } from '../../common/visible.js';
import { seconds } from '../page/parts.js';
import { LANES, type Lane, type Step } from './steps.js';

const NAMES: Record<Lane, string> = { session: 'Sessions', said: 'Messages', tool: 'Tool calls', files: 'File changes', model: 'Model, services', error: 'Errors' };
/** What narrows the axis to a range, and widens it (`report/browser/zoom.ts`). */
const ZOOMS = [['in', 'Zoom in'], ['out', 'Zoom out'], ['earlier', 'Earlier'], ['later', 'Later'], ['whole', 'Whole']] as const;
/** Units of the axis; nothing is drawn narrower than one of them. */
const WIDTH = 600;

/**
 * Everything that happened on one axis of time. Marks that fall on one spot are one mark, so that it stays as large as the page is
 * wide however many events there are. For eyes and pointers: the list below it has the same in order.
 */
export function Lanes({ steps }: { steps: readonly Step[] }): JSX.Element | null {
  const end = steps.reduce((most, { to }) => Math.max(most, to), 0);
  if (steps.length === 0) return null;
  const scale = (ms: number): number => (end === 0 ? 0 : (ms / end) * (WIDTH - 2));
  return (
    <div class="axis-box" data-lanes={String(end)}>
      <div class="zoom" role="group" aria-label="Range of the time axis" hidden>
        {ZOOMS.map(([act, name]) => <button type="button" data-zoom={act}>{name}</button>)}
        <span class="quiet keys">keys: + − ← → 0; or drag over the axis</span>
      </div>
      <div class="lanes" aria-hidden="true">
        {LANES.map((lane) => {
          const own = steps.filter((step) => step.lane === lane);
          return own.length === 0 ? null : (
            <div class="lane">
              <span class="lane-name">{NAMES[lane]}</span>
              <svg viewBox={`0 0 ${String(WIDTH)} 10`} preserveAspectRatio="none" class={lane} data-lane={lane}>
                {lane === 'session' && sessionsOf(steps).map(({ at, to }) => <rect class="band" x={scale(at)} width={Math.max(2, scale(to - at))} y="1" height="8" />)}
                {merged(own, scale).map(({ x, width, first, count }) => (
                  <a href={`#e${String(first.event.seq)}`} tabIndex={-1}>
                    <rect class={lane} x={x} width={width} y="1" height="8"><title>{titleOf(first, count)}</title></rect>
                  </a>
                ))}
              </svg>
            </div>
          );
        })}
        <div class="lane"><span class="lane-name" /><span class="axis"><span data-axis>{seconds(0)}</span><span data-axis>{seconds(end / 2)}</span><span data-axis>{seconds(end)}</span></span></div>
      </div>
    </div>
  );
}

interface Mark {
  x: number;
  width: number;
  first: Step;
  count: number;
}

function merged(steps: readonly Step[], scale: (ms: number) => number): Mark[] {
  const marks = new Map<number, Mark>();
  for (const step of steps) {
    const x = Math.floor(scale(step.at));
    const width = Math.max(2, scale(step.to - step.at));
    const known = marks.get(x);
    if (!known) marks.set(x, { x, width, first: step, count: 1 });
    else Object.assign(known, { width: Math.max(known.width, width), count: known.count + 1 });
  }
  return [...marks.values()];
}

function sessionsOf(steps: readonly Step[]): { at: number; to: number }[] {
  const sessions = new Map<number, { at: number; to: number }>();
  for (const { event, at, to } of steps) {
    const known = sessions.get(event.session);
    if (known) known.to = Math.max(known.to, to);
    else sessions.set(event.session, { at, to });
  }
  return [...sessions.values()];
}

const titleOf = ({ event, at }: Step, count: number): string =>
  `${seconds(at)} ${event.type}${event.name === undefined ? '' : ` ${visible(event.name).slice(0, 120)}`}${count > 1 ? `, and ${String(count - 1)} more` : ''}`;
