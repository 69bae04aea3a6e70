/** Light, dark, or as the system has it. Remembered where the browser lets a page from a disk remember anything. */
const KEY = 'cleanslate-theme';
const THEMES = ['system', 'light', 'dark'];
const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]');

function remembered(): string {
  try {
    return localStorage.getItem(KEY) ?? 'system';
  } catch {
    return 'system';
  }
}

function show(theme: string): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  if (button) button.textContent = `Theme: ${theme}`;
}

let theme = remembered();
show(theme);
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    show(theme);
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Then it holds for this page.
    }
  });
}
