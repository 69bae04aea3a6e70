/**
 * Narrows the time axis of a trial's page to a range: by buttons, by keys while one of them has the keyboard, by dragging over the axis.
 * The range is the value of the filter's fields `from` and `to` (seconds), so the list below shows the same, and both have one address.
 */
const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 600;

interface Item {
  id: string;
  lane: string;
  session: string;
  at: number;
  until: number;
  text: string;
}

function bind(box: HTMLElement, form: HTMLFormElement, signal: AbortSignal): void {
  const end = Math.max(1, Number(box.dataset['lanes']));
  const [from, to] = ['from', 'to'].map((name) => form.elements.namedItem(name)) as [HTMLInputElement, HTMLInputElement];
  const lanes = [...box.querySelectorAll<SVGSVGElement>('svg[data-lane]')].map((svg) => ({ svg, whole: [...svg.childNodes] }));
  let items: Item[] | undefined;

  const range = (): [number, number] => {
    const [low, high] = [from.value === '' ? 0 : Number(from.value) * 1000, to.value === '' ? end : Number(to.value) * 1000];
    return low < high ? [Math.max(0, low), Math.min(end, high)] : [0, end];
  };
  const set = (low: number, high: number): void => {
    const least = Math.max(1, end / 10_000);
    const [first, last] = [Math.max(0, Math.min(low, end - least)), Math.min(end, Math.max(high, low + least))];
    from.value = first <= 0 ? '' : (first / 1000).toFixed(3);
    to.value = last >= end ? '' : (last / 1000).toFixed(3);
    form.dispatchEvent(new Event('input'));
  };

  const draw = (): void => {
    const [low, high] = range();
    const scale = (ms: number): number => ((ms - low) / (high - low)) * (WIDTH - 2);
    items ??= itemsOf();
    for (const { svg, whole } of lanes) {
      if (low === 0 && high === end) svg.replaceChildren(...whole);
      else svg.replaceChildren(...bandsOf(svg.dataset['lane'] === 'session' ? items : [], scale), ...marksOf(items.filter(({ lane, at, until }) => lane === svg.dataset['lane'] && until >= low && at <= high), scale));
    }
    for (const [at, label] of [...box.querySelectorAll('[data-axis]')].entries()) label.textContent = seconds(low + ((high - low) * at) / 2);
  };

  const acts: Record<string, () => void> = {
    in: () => { const [low, high] = range(); set(low + (high - low) / 4, high - (high - low) / 4); },
    out: () => { const [low, high] = range(); set(low - (high - low) / 2, high + (high - low) / 2); },
    earlier: () => { const [low, high] = range(); const by = Math.min(low, (high - low) / 2); set(low - by, high - by); },
    later: () => { const [low, high] = range(); const by = Math.min(end - high, (high - low) / 2); set(low + by, high + by); },
    whole: () => { set(0, end); },
  };
  const KEYS: Record<string, string> = { '+': 'in', '=': 'in', '-': 'out', ArrowLeft: 'earlier', ArrowRight: 'later', 0: 'whole' };
  box.addEventListener('click', ({ target }) => { acts[(target as Element).closest<HTMLElement>('[data-zoom]')?.dataset['zoom'] ?? '']?.(); }, { signal });
  box.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[KEYS[event.key] ?? ''];
    if (!act) return;
    event.preventDefault();
    act();
  }, { signal });

  let pressed: number | undefined;
  const placeOf = ({ clientX }: PointerEvent): number => {
    const { left, width } = lanes[0]?.svg.getBoundingClientRect() ?? { left: 0, width: 1 };
    const [low, high] = range();
    return low + Math.min(1, Math.max(0, (clientX - left) / width)) * (high - low);
  };
  box.addEventListener('pointerdown', (event) => { pressed = (event.target as Element).closest('svg') ? event.clientX : undefined; }, { signal });
  box.addEventListener('dragstart', (event) => { event.preventDefault(); }, { signal });
  addEventListener('pointerup', (event) => {
    if (pressed === undefined) return;
    const began = pressed;
    pressed = undefined;
    if (Math.abs(event.clientX - began) < 6) return;
    const places = [placeOf(event), placeOf(new PointerEvent('pointerup', { clientX: began }))].sort((a, b) => a - b) as [number, number];
    // The mark that lies below it was not meant.
    const swallow = new AbortController();
    addEventListener('click', (click) => { click.preventDefault(); }, { capture: true, signal: swallow.signal });
    setTimeout(() => { swallow.abort(); });
    set(...places);
  }, { signal });

  form.addEventListener('input', draw, { signal });
  form.addEventListener('reset', () => { setTimeout(draw); }, { signal });
  addEventListener('hashchange', draw, { signal });
  const buttons = box.querySelector<HTMLElement>('.zoom');
  if (buttons) buttons.hidden = false;
  if (from.value !== '' || to.value !== '') draw();
}

function itemsOf(): Item[] {
  return [...document.querySelectorAll<HTMLElement>('[data-list="timeline"] [data-item]')].map((item) => {
    const at = Number(item.dataset['at']);
    return { id: item.id, lane: item.dataset['lane'] ?? '', session: item.dataset['session'] ?? '', at, until: Number(item.dataset['until'] ?? at), text: (item.querySelector('b')?.textContent ?? '') };
  });
}

/** Marks that fall on one spot are one, as on the whole axis. */
function marksOf(items: readonly Item[], scale: (ms: number) => number): Element[] {
  const marks = new Map<number, { first: Item; width: number; count: number }>();
  for (const item of items) {
    const x = Math.floor(Math.max(0, scale(item.at)));
    const width = Math.max(2, Math.min(WIDTH, scale(item.until)) - x);
    const known = marks.get(x);
    if (known) Object.assign(known, { width: Math.max(known.width, width), count: known.count + 1 });
    else marks.set(x, { first: item, width, count: 1 });
  }
  return [...marks].map(([x, { first, width, count }]) => {
    const link = element('a', { href: `#${first.id}`, tabindex: '-1' });
    const mark = element('rect', { class: first.lane, x: String(x), width: String(width), y: '1', height: '8' });
    const title = element('title', {});
    title.textContent = `${seconds(first.at)} ${first.text}${count > 1 ? `, and ${String(count - 1)} more` : ''}`;
    mark.append(title);
    link.append(mark);
    return link;
  });
}

function bandsOf(items: readonly Item[], scale: (ms: number) => number): Element[] {
  const sessions = new Map<string, { at: number; until: number }>();
  for (const { session, at, until } of items) {
    const known = sessions.get(session) ?? { at, until };
    sessions.set(session, { at: Math.min(known.at, at), until: Math.max(known.until, until) });
  }
  return [...sessions.values()].flatMap(({ at, until }) => {
    const [x, right] = [Math.max(0, scale(at)), Math.min(WIDTH, scale(until))];
    return right <= x ? [] : [element('rect', { class: 'band', x: String(x), width: String(right - x), y: '1', height: '8' })];
  });
}

function element(name: string, attributes: Record<string, string>): Element {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

let bound = new AbortController();

function start(): void {
  bound.abort();
  bound = new AbortController();
  const box = document.querySelector<HTMLElement>('[data-lanes]');
  const form = document.querySelector<HTMLFormElement>('form[data-filters="timeline"]');
  if (box && form) bind(box, form, bound.signal);
}

start();
document.addEventListener('cleanslate:renewed', start);
