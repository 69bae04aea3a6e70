/**
 * What is folded has an address: the names of the `details[data-fold]` that a reader opened stand in the fragment as `open=<name>,…`,
 * beside what filters keep there.
 */
const folds = (): HTMLDetailsElement[] => [...document.querySelectorAll<HTMLDetailsElement>('details[data-fold]')];

function stateOf(fragment: string): URLSearchParams {
  return new URLSearchParams(fragment.includes('=') ? fragment.slice(1) : '');
}

/** A fragment without `=` names a place of the page, and leaves folds as they are. */
function read(): void {
  if (location.hash.length > 1 && !location.hash.includes('=')) return;
  const open = new Set((stateOf(location.hash).get('open') ?? '').split(','));
  for (const fold of folds()) fold.open = open.has(fold.dataset['fold'] ?? '');
}

function write(): void {
  const state = stateOf(location.hash);
  const open = folds().filter((fold) => fold.open).map((fold) => fold.dataset['fold'] ?? '');
  if (open.length > 0) state.set('open', open.join(','));
  else state.delete('open');
  history.replaceState(null, '', state.size === 0 ? location.pathname + location.search : `#${state.toString()}`);
}

// Only what a reader does is written down: what a link to a place unfolds has that place for an address.
document.addEventListener('click', ({ target }) => {
  const summary = target instanceof Element ? target.closest('summary') : null;
  if (summary?.parentElement instanceof HTMLDetailsElement && summary.parentElement.dataset['fold'] !== undefined) setTimeout(write);
});
addEventListener('hashchange', read);
if (stateOf(location.hash).has('open')) read();
