import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

export type PlotOptions = Plot.PlotOptions;
export { Plot };

/**
 * Draws a plot where there is no browser, as the text of an SVG. Its own style element is taken away: the page's policy forbids it, and
 * the page's styles say the same. Colours are classes and `currentColor`, so it is light and dark as the page is.
 * @param label what it shows, for those who do not see it
 */
export function draw(options: PlotOptions, label: string): string {
  const { document } = parseHTML('<html></html>');
  const drawn = Plot.plot({ document: document as unknown as Document, className: 'plot', ...options });
  for (const style of [...drawn.querySelectorAll('style')]) style.remove();
  // Names of parts that are nothing but drawn say nothing to anyone.
  for (const part of [...drawn.querySelectorAll('g[aria-label]')]) part.removeAttribute('aria-label');
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', label);
  return drawn.outerHTML;
}
