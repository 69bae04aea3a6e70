/**
 * Filters of a list. A form with `data-filters="<list>"` holds controls; the items of the list are the elements with
 * `data-item` in `[data-list="<list>"]`. A control `c` keeps an item whose `data-c` has the control's value among its words; a search
 * keeps an item that has all of its words; a field with `data-range="from"` or `"to"` (seconds) one that had not ended before, or not begun
 * after it (`data-at`, `data-until`, milliseconds). The whole state is the page's fragment, `#c=value&…`, so every view has an address.
 */
function bind(form: HTMLFormElement, signal: AbortSignal): void {
  const list = form.dataset['filters'] ?? '';
  const root = document.querySelector<HTMLElement>(`[data-list="${list}"]`);
  const items = [...(root?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const groups = [...(root?.querySelectorAll<HTMLElement>('[data-group]') ?? [])];
  const status = document.querySelector<HTMLElement>(`[data-status="${list}"]`);
  const controls = [...form.elements].filter((one): one is HTMLInputElement | HTMLSelectElement => (one instanceof HTMLInputElement || one instanceof HTMLSelectElement) && one.name !== '');
  const texts = new Map<HTMLElement, string>();
  const textOf = (item: HTMLElement): string => {
    const known = texts.get(item) ?? (item.textContent ?? '').toLowerCase();
    texts.set(item, known);
    return known;
  };
  const valueOf = (control: HTMLInputElement | HTMLSelectElement): string => (control instanceof HTMLInputElement && control.type === 'checkbox' ? (control.checked ? control.value : '') : control.value.trim());

  const matches = (item: HTMLElement, wanted: readonly [string, string, string][]): boolean =>
    wanted.every(([name, value, kind]) => (kind === 'from' || kind === 'to' ? isWithin(item, kind, Number(value) * 1000) : kind === 'search' ? value.toLowerCase().split(/\s+/).every((word) => textOf(item).includes(word)) : (item.dataset[name] ?? '').split(' ').includes(value)));

  const apply = (): void => {
    const wanted = controls.flatMap((control): [string, string, string][] => {
      const value = valueOf(control);
      return value === '' ? [] : [[control.name, value, control.dataset['range'] ?? control.type]];
    });
    let shown = 0;
    for (const item of items) {
      item.hidden = !matches(item, wanted);
      if (!item.hidden) shown += 1;
    }
    for (const group of groups) group.hidden = !group.querySelector('[data-item]:not([hidden])');
    if (status) status.textContent = `${String(shown)} of ${String(items.length)} shown`;
  };

  /** What others keep in the fragment stays; a place that was gone to stays the address while nothing is filtered. */
  const write = (): void => {
    const place = location.hash.length > 1 && !location.hash.includes('=');
    const state = new URLSearchParams(place ? '' : location.hash.slice(1));
    for (const control of controls) {
      const value = valueOf(control);
      if (value === '') state.delete(control.name);
      else state.set(control.name, value);
    }
    if (place && state.size === 0) return;
    history.replaceState(null, '', state.size === 0 ? location.pathname + location.search : `#${state.toString()}`);
  };

  /** A fragment without `=` names a place of the page, and leaves the filters alone. */
  const read = (): void => {
    const fragment = location.hash.slice(1);
    if (fragment !== '' && !fragment.includes('=')) return;
    const state = new URLSearchParams(fragment);
    for (const control of controls) {
      const value = state.get(control.name) ?? '';
      if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === control.value;
      else control.value = value;
    }
  };

  form.addEventListener('submit', (event) => { event.preventDefault(); });
  form.addEventListener('input', () => { apply(); write(); });
  form.addEventListener('reset', () => { setTimeout(() => { apply(); write(); }); });
  addEventListener('hashchange', () => { read(); apply(); }, { signal });
  /** Something that was hidden is gone to: all is shown. */
  document.addEventListener('cleanslate:reveal', () => { form.reset(); }, { signal });
  form.hidden = false;
  read();
  apply();
}

function isWithin({ dataset }: HTMLElement, side: 'from' | 'to', ms: number): boolean {
  return side === 'to' ? Number(dataset['at']) <= ms : Number(dataset['until'] ?? dataset['at']) >= ms;
}

let bound = new AbortController();

function start(): void {
  bound.abort();
  bound = new AbortController();
  const form = document.querySelector<HTMLFormElement>('form[data-filters]');
  if (form) bind(form, bound.signal);
}

start();
document.addEventListener('cleanslate:renewed', start);
