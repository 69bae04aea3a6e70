/** Going to a place of the page opens what it is folded in, and shows it where a filter hides it. */
function reveal(): void {
  const fragment = location.hash.slice(1);
  if (fragment === '' || fragment.includes('=')) return;
  const target = document.getElementById(fragment);
  if (!target) return;
  if (target.closest('[hidden]')) document.dispatchEvent(new Event('cleanslate:reveal'));
  for (let folded = target.closest('details'); folded; folded = folded.parentElement?.closest('details') ?? null) folded.open = true;
  target.querySelector<HTMLDetailsElement>(':scope > details')?.setAttribute('open', '');
  setTimeout(() => { target.scrollIntoView({ block: 'start' }); });
}

addEventListener('hashchange', reveal);
reveal();
