import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { browserProgram, launchBrowser, NAMES } from '../../scripts/chromium.mjs';

if (browserProgram === undefined) {
  if (process.env['REQUIRE_ENGINE'] === '1') throw new Error(`REQUIRE_ENGINE=1, and there is no Chromium; looked for ${NAMES.join(', ')}`);
  process.stderr.write('\nSKIPPED: no Chromium, install the package `chromium`\n');
}

/** `describe` for tests in a browser: skipped, loudly, where there is none; a failure with REQUIRE_ENGINE=1. */
export const describeInBrowser = describe.skipIf(browserProgram === undefined);

/** What a page did that no page of ours may do. */
export interface Watched {
  page: Page;
  faults: string[];
}

/** For a suite: one browser, and pages in it that are watched for errors, dialogs and requests to anywhere but their own place. */
export function suiteBrowser(): { open: (url: string, options?: BrowserContextOptions) => Promise<Watched> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return {
    open: async (url, options = {}) => {
      if (!browser) throw new Error('the browser has not started');
      const page = await (await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })).newPage();
      const faults: string[] = [];
      const ours = new URL(url);
      page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`); });
      page.on('pageerror', ({ message }) => { faults.push(`error: ${message}`); });
      page.on('dialog', (dialog) => { faults.push(`dialog: ${dialog.message()}`); void dialog.dismiss(); });
      const left = (request: Request): void => {
        const to = new URL(request.url());
        if (!request.isNavigationRequest() && (to.protocol === 'file:' || to.origin !== ours.origin)) faults.push(`request: ${request.url()}`);
      };
      page.on('requestfinished', left);
      // What its policy refused never left the page, and is on the console.
      page.on('requestfailed', (request) => { if (request.failure()?.errorText !== 'csp') left(request); });
      await page.goto(url);
      return { page, faults };
    },
  };
}
