/** Buttons that copy the text of the element that they name in `data-copy`. */
function start(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => { void copy(button); });
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const from = document.getElementById(button.dataset['copy'] ?? '');
  if (!from) return;
  try {
    await navigator.clipboard.writeText(from.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    // A browser may refuse; then it is marked, ready to be copied by hand.
    getSelection()?.selectAllChildren(from);
    button.textContent = 'Marked: copy it now';
  }
}

start();
document.addEventListener('cleanslate:renewed', start);
