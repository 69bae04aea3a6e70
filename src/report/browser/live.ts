/**
 * Keeps a served page up to date: told that the campaign has gone on, it asks for itself again and takes over what changed. What its
 * reader has unfolded stays so, and so does the place of the keyboard.
 */
const status = document.querySelector<HTMLElement>('[data-live]');
const say = (text: string): void => {
  if (status && status.textContent !== text) status.textContent = text;
};

const source = new EventSource('/news');
source.addEventListener('hello', () => { say('live'); });
source.addEventListener('changed', () => void renew());
source.addEventListener('error', () => { say('not connected: `cleanslate view` has ended'); });

let known: string | undefined;
let busy = false;
let again = false;

async function renew(): Promise<void> {
  again = true;
  if (busy) return;
  busy = true;
  while (again) {
    again = false;
    try {
      const response = await fetch(location.pathname, { cache: 'no-store' });
      if (response.ok) take(await response.text());
    } catch {
      // The stream of news says that nobody answers any more.
    }
  }
  busy = false;
}

function take(html: string): void {
  if (html === known) return;
  known = html;
  const old = document.getElementById('main');
  const main = new DOMParser().parseFromString(html, 'text/html').getElementById('main');
  if (!old || !main) return;
  const open = new Set([...old.querySelectorAll('details[open] > summary')].map((summary) => summary.textContent));
  const folded = new Set([...old.querySelectorAll('details:not([open]) > summary')].map((summary) => summary.textContent));
  for (const summary of main.querySelectorAll('details > summary')) {
    if (open.has(summary.textContent)) summary.parentElement?.setAttribute('open', '');
    else if (folded.has(summary.textContent)) summary.parentElement?.removeAttribute('open');
  }
  const place = placeOf(document.activeElement, old);
  old.replaceChildren(...main.childNodes);
  document.dispatchEvent(new Event('cleanslate:renewed'));
  if (place) old.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
}

/** How the element with the keyboard can be found again; undefined where it has no name, or is not in the part that changes. */
function placeOf(element: Element | null, within: Element): string | undefined {
  if (!element || element === within || !within.contains(element)) return undefined;
  const name = element.getAttribute('name');
  const href = element.getAttribute('href');
  if (name !== null) return `[name="${CSS.escape(name)}"]`;
  return href === null ? undefined : `a[href="${CSS.escape(href)}"]`;
}
