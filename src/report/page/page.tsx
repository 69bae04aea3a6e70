import type { ComponentChildren, JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { contentPolicy } from './content-policy.js';
import { Pending } from './pending.js';
import { scriptText, type ScriptName } from './scripts.js';
import { STYLES } from './styles.js';

/** One page of the report. */
export interface Page {
  title: string;
  /** What it belongs to, from the overview on; the last is the page itself. */
  crumbs: readonly Crumb[];
  /** Its parts, `[id, name]`: a list that stays in sight. */
  places: readonly (readonly [id: string, name: string])[];
  main: ComponentChildren;
  scripts: readonly ScriptName[];
  /** Of an index that is not published. */
  pending: boolean;
  /** Served while the campaign may still run: the page may ask its own server for news, and nobody else. */
  live?: boolean;
}

export interface Crumb {
  text: string;
  href?: string;
}

/** A page as HTML that needs nothing but itself: styles and scripts are in it, and its policy lets nothing else in. */
export function renderPage(page: Page): string {
  const scripts = ['theme' as const, ...page.scripts, ...(page.live ? ['live' as const] : [])].map(scriptText);
  return `<!doctype html>\n${renderToString(<Document {...page} texts={scripts} />)}\n`;
}

function Document({ title, crumbs, places, main, pending, live = false, texts }: Page & { texts: readonly string[] }): JSX.Element {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={contentPolicy(STYLES, texts, live)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <nav aria-label="Breadcrumb">
            <ol class="crumbs">
              {crumbs.map(({ text, href }) => <li>{href === undefined ? <span aria-current="page">{text}</span> : <a href={href}>{text}</a>}</li>)}
            </ol>
          </nav>
          {pending && <span class="pending">results pending</span>}
          {live && <span class="live" role="status" data-live>connecting</span>}
          <button type="button" class="theme" data-theme-switch hidden>Theme: system</button>
        </header>
        {places.length > 1 && (
          <nav class="places" aria-label="On this page">
            <ul>{places.map(([id, name]) => <li><a href={`#${id}`}>{name}</a></li>)}</ul>
          </nav>
        )}
        <main id="main" tabIndex={-1}><Pending.Provider value={pending}>{main}</Pending.Provider></main>
        {texts.map((text) => <script type="module" dangerouslySetInnerHTML={{ __html: text }} />)}
      </body>
    </html>
  );
}
