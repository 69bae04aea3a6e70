import { execa } from 'execa';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, suiteBrowser, type Watched } from '../support/browser.js';
import { cleanslate, PROGRAM, start } from '../support/cleanslate.js';
import { filesBelow } from '../support/files-below.js';
import { LONG_LINE, runReportedCampaign } from '../support/reported-campaign.js';
import { suiteDirectory } from '../support/temporary.js';
import { parseXml } from '../support/xml-tree.js';

/** What must never be on a page as it is: controls but newline and tab, and marks that turn or hide text. */
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;
/** What a busy machine may need for what a reader sees at once. */
const PATIENCE = { timeout: 30_000 };
const MARKUP = 'markup.short.handoff.run-1';
const BATTERY = 'oracle.owner-moved-midway.full.run-1';
const STALE = 'stale.short.contextos.run-1';
const PAIR = `compare/oracle.short.contextos.run-1..${STALE}.html`;

// One campaign, looked at from all sides.
describeInBrowser('the report', () => {
  const folder = suiteDirectory();
  const browser = suiteBrowser();
  let dir: string;
  let pages: string[];
  const urlOf = (name: string): string => { const [path = '', fragment] = name.split('#'); return `${pathToFileURL(join(dir, 'report', path)).href}${fragment === undefined ? '' : `#${fragment}`}`; };
  const open = (name: string, options?: Parameters<typeof browser.open>[1]): Promise<Watched> => browser.open(urlOf(name), options);
  const shown = (page: Page): Promise<string[]> => page.locator('[data-list="trials"] tbody tr:visible th').allTextContents();

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    expect(await runReportedCampaign(folder(), dir)).toContain(`report: ${join(dir, 'report/index.html')}`);
    pages = filesBelow(join(dir, 'report')).filter((name) => name.endsWith('.html')).map((name) => relative(join(dir, 'report'), name)).sort();
  });

  test('has a page for each trial and each other attempt, each task, and what came out differently; it is no evidence, and can be written again', async () => {
    expect(pages).toEqual(expect.arrayContaining(['index.html', 'tasks/short.html', 'tasks/owner-moved-midway.html', `trials/${STALE}.html`, 'trials/missing.short.handoff.run-1.attempt-1.html', PAIR]));
    expect(pages.some((name) => name.includes('missing.short.contextos'))).toBe(false);
    expect((await cleanslate(['verify', dir])).stdout).not.toMatch(/^(?!ok)/m);
    const before = pages.map((name) => readFileSync(join(dir, 'report', name), 'utf8'));
    expect(await cleanslate(['report', dir])).toMatchObject({ exitCode: 0, stdout: join(dir, 'report/index.html') });
    expect(pages.map((name) => readFileSync(join(dir, 'report', name), 'utf8'))).toEqual(before);
    expect(existsSync(join(dir, 'report/summary.md'))).toBe(true);
  });

  test('every page opens from disk without an error or a request, with all it holds as text, and is no wider than a small screen', async () => {
    const { page, faults } = await open('index.html', { viewport: { width: 400, height: 800 } });
    for (const name of pages) {
      await page.goto(urlOf(name));
      const seen = await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        return {
        title: document.title,
        text: document.body.textContent,
        width: document.documentElement.scrollWidth,
        foreign: document.querySelectorAll('img, iframe, object, embed, link, [style], [onload], [onerror], [onclick], main script, main style, body style').length,
        leads: [...document.querySelectorAll('a')].map((a) => a.getAttribute('href') ?? '').filter((href) => !/^(?:#|(?:\.\.\/)?(?:(?:trials|tasks|compare)\/)?[a-z0-9._-]+\.html(?:#|$))/.test(href)),
        };
      });
      expect({ name, ...seen, title: '', text: '', acting: ACTING.exec(seen.text ?? '')?.[0] }).toEqual({ name, title: '', text: '', width: 400, foreign: 0, leads: [], acting: undefined });
      expect(seen.title).not.toBe('owned');
    }
    expect(faults).toEqual([]);
  });

  test('what an agent wrote stands there as it was written: markup, escapes that stand out, and of a line of 10 MB how long it is', async () => {
    const text = async (name: string): Promise<string> => (await (await open(name)).page.locator('main').textContent()) ?? '';
    const trial = await text(`trials/${MARKUP}.html`);
    expect(trial).toContain(`</pre></script></title><script>document.title='owned'</script><svg onload=`);
    expect(trial).toContain(String.raw`\u{1b}[31mred`);
    expect(trial).toContain(String.raw`link\u{202e}gnp.exe\u{2066}\u{200b}\u{e0041}`);
    expect(trial).toMatch(/6,000 of 10,485,75\d characters are shown; all of it is in trials\/markup\.short\.handoff\.run-1\/attempt-1\/session-1\/stdout, line \d, bytes \d+ to \d+\./);
    const reader = await text('trials/oracle.short.handoff.run-1.html');
    expect(reader).toContain('<img src=x onerror=alert(1)>.md');
    expect(reader).toContain(`<script>document.title = 'owned'</script>`);
    expect(Math.max(...pages.map((name) => readFileSync(join(dir, 'report', name)).length))).toBeLessThan(LONG_LINE / 10);
    for (const name of ['index.html', 'tasks/short.html', PAIR]) expect(await text(name), name).toContain(name === PAIR ? 'sqlite' : 'short');
  });

  test('the same holds for the terminal, the summary, JUnit and CSV', async () => {
    const [shown, junit, csv] = await Promise.all([['show', dir, MARKUP, '--full'], ['export', dir, '--format', 'junit'], ['export', dir, '--format', 'csv']].map(async (args) => (await cleanslate(args)).stdout)) as [string, string, string];
    expect(shown).toContain(`<script>document.title='owned'</script>`);
    expect(shown).toContain('a name that is no text </pre>');
    for (const text of [shown, readFileSync(join(dir, 'report/summary.md'), 'utf8'), junit]) expect(ACTING.exec(text)?.[0]).toBeUndefined();
    expect(JSON.stringify(parseXml(junit))).toContain(MARKUP);
    // Data stays what it was: one field, whatever is in it, and nothing that a spreadsheet calculates.
    expect(csv).toContain(`</title><script>document.title='owned'</script><svg onload=`);
    expect(csv.split('\r\n').filter((line) => line.includes(MARKUP))).toHaveLength(1);
  });

  test('what it wrote into its memory comes first, whatever the files are called; what a program keeps there is one line', async () => {
    const { page } = await open(`trials/${MARKUP}.html#memory`);
    const changes = page.locator('#changes');
    const text = (await changes.textContent()) ?? '';
    expect(text).toContain(String.raw`two\u{a}lines "quoted"`);
    expect(text).toMatch(/\+a name of two lines <\/pre>/);
    expect(text).toMatch(/caf\\xe9 .*a name that is no text <\/pre>/s);
    await expect(changes.locator('summary', { hasText: 'own files in memory' }).textContent()).resolves.toMatch(/1 change, 21 bytes|2 changes, 21 bytes/);
    await expect(changes.getByText('refs/heads/main').isVisible()).resolves.toBe(false);
  });

  test('a check says what was given, what was expected and where it stands; its turn is a link into the timeline', async () => {
    const { page } = await open(`trials/${BATTERY}.html`);
    const row = page.locator('#answer').getByRole('row', { name: /exact/ }).first();
    await expect(row.textContent()).resolves.toMatch(/superseded|absent|invented|right/);
    await expect(row.textContent()).resolves.toMatch(/session \d+, turn \d+|session \d+, \S+, line \d+/);
    const turn = page.locator('#answer a[href^="#e"]').first();
    const place = (await turn.getAttribute('href')) ?? '';
    await turn.click();
    await expect(page.locator(`${place} b`).first().textContent()).resolves.toBe('prompt');
  });

  test('the time axis is narrowed by keyboard, and the range is an address; it stays in sight', async () => {
    const { page, faults } = await open(`trials/${STALE}.html`);
    const items = page.locator('.events li:visible');
    const all = await items.count();
    await page.getByRole('button', { name: 'Zoom in' }).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    expect(new URL(page.url()).hash).toMatch(/^#from=[\d.]+&to=[\d.]+$/);
    expect(await items.count()).toBeLessThan(all);
    const axis = await page.locator('[data-axis]').allTextContents();
    const deep = await browser.open(page.url());
    expect(await deep.page.locator('[data-axis]').allTextContents()).toEqual(axis);
    expect(await deep.page.locator('.events li:visible').count()).toBe(await items.count());
    await page.keyboard.press('0');
    expect(new URL(page.url()).hash).toBe('');
    await page.locator('.events li').last().evaluate((line) => { line.scrollIntoView({ block: 'end' }); });
    await expect(page.locator('.axis').evaluate((line) => line.getBoundingClientRect().top)).resolves.toBeGreaterThanOrEqual(0);
    expect([...faults, ...deep.faults]).toEqual([]);
  });

  test('a script that got into a page all the same does not run, and nothing is fetched', async () => {
    const { page, faults } = await open(`trials/${MARKUP}.html`);
    await page.evaluate(() => {
      const add = (name: string, set: (element: HTMLElement) => void): void => { const element = document.createElement(name); set(element); document.body.append(element); };
      add('script', (one) => { try { one.textContent = `document.title = 'owned'`; } catch { /* refused */ } });
      add('div', (one) => { try { one.innerHTML = '<img src="https://example.invalid/x">'; } catch { /* refused */ } });
      add('img', (one) => { one.setAttribute('src', 'https://example.invalid/y'); });
    });
    await expect(page.evaluate(() => document.title)).resolves.not.toBe('owned');
    expect(faults.filter((fault) => fault.startsWith('request'))).toEqual([]);
    expect(faults.some((fault) => /example\.invalid\/y.*Content Security Policy/.test(fault))).toBe(true);
  });

  test('the overview: who passed what, what is pending and invalid, categories, lock and pins', async () => {
    const { page } = await open('index.html');
    const cell = page.getByRole('row', { name: /^stale/ }).first();
    await expect(cell.textContent()).resolves.toMatch(/0.*0\/1 \[0\.000.*4.*1\/1/);
    await expect(page.locator('.notes').first().textContent()).resolves.toMatch(/6 of 24 trials complete: results pending.*Invalid attempts: missing 2.*Given up after their last attempt: missing\.short\.handoff\.run-1/s);
    await expect(page.locator('#forgotten').textContent()).resolves.toMatch(/Nobody saw that of anything that failed here.*stale.*database 1\/1 postgresql/s);
    await expect(page.locator('#categories').textContent()).resolves.toMatch(/oracle.*3 in 1/s);
    const pins = page.locator('#pins');
    await expect(pins.textContent()).resolves.toMatch(/Protocolversion 1\.\d.*lock\.json[0-9a-f]{12}.*Harnesscleanslate/s);
    const pinned = pins.getByRole('table', { name: 'Configurations' });
    await expect(pinned.getByRole('row', { name: /^oracle/ }).textContent()).resolves.toMatch(/control\/oracle-reader.*no model.*seen: the same.*none added by the harness.*as its adapter starts it.*workspace.*local/s);
    await expect(pinned.getByRole('row', { name: /^markup/ }).textContent()).resolves.toMatch(/Notes by hand.*local.*told by its own file.*a shell/s);
    await expect(pinned.getByRole('row', { name: /^missing/ }).textContent()).resolves.toMatch(/not seen yet.*none$/s);
    for (const part of ['scorer', 'validity', 'order', 'program']) await expect(pins.getByRole('row', { name: new RegExp(`^${part}`) }).textContent()).resolves.toMatch(new RegExp(`^${part}([0-9a-f]{12})\\1`));
    await expect(page.locator('#plots svg').count()).resolves.toBeGreaterThanOrEqual(3);
  });

  test('a failed trial in two clicks: the quote in its source, what was expected, the step at which it parts from one that passed', async () => {
    const { page, faults } = await open('index.html');
    await page.getByRole('row', { name: /^stale/ }).first().locator('.runs a.bad').first().click();
    await expect(page.locator('pre mark.bad').first().textContent()).resolves.toContain('PostgreSQL');
    await expect(page.locator('pre mark.good').first().textContent()).resolves.toContain('Automatic retries');
    await expect(page.locator('#replay').textContent()).resolves.toBe(`node ${relative(process.cwd(), PROGRAM)} replay ${dir} ${STALE}`);
    await page.getByRole('link', { name: 'oracle.short.contextos.run-1' }).click();
    await expect(page.locator('#first p').first().textContent()).resolves.toMatch(/^message Step \d+: each comes with a message, and they differ\.$/);
    await expect(page.locator('#first pre').allTextContents()).resolves.toEqual([expect.stringMatching(/^answers:\n  database:\n    value: sqlite$/m), expect.stringMatching(/^ {4}value: postgresql$/m)]);
    await expect(page.locator('#first pre').last().locator('mark').first().textContent()).resolves.toBe('postgresql');
    await expect(page.locator('tr.parting').textContent()).resolves.toMatch(/first to differ.*sqlite.*postgresql/s);
    await expect(page.locator('tr.differs').count()).resolves.toBe(4);
    expect(faults).toEqual([]);
  });

  test('each filter shows what it says, is an address, and that address shows the same to others', async () => {
    const { page, faults } = await open('index.html');
    const all = await shown(page);
    expect(all).toHaveLength(24);
    for (const select of await page.locator('form.filters select').all()) {
      const name = (await select.getAttribute('name')) ?? '';
      const values = (await select.locator('option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))).filter((value) => value !== '');
      const union = new Set<string>();
      for (const value of values) {
        await select.selectOption(value);
        expect(new URL(page.url()).hash).toBe(`#${name}=${value}`);
        const rows = await shown(page);
        expect(rows.length, `${name}=${value}`).toBeGreaterThan(0);
        if (['configuration', 'task', 'profile'].includes(name)) expect(rows).toEqual(all.filter((id) => id.split('.').includes(value)));
        rows.forEach((id) => union.add(id));
      }
      if (['state', 'configuration', 'task', 'profile'].includes(name)) expect(union.size, name).toBe(24);
      await page.getByRole('button', { name: 'Show all' }).click();
    }
    await expect.poll(() => shown(page), PATIENCE).toEqual(all);
    await page.locator('[name=outcome]').selectOption('failed');
    await page.locator('[name=q]').fill('stale contextos');
    expect(await shown(page)).toEqual([STALE]);
    const deep = await browser.open(page.url());
    expect(await shown(deep.page)).toEqual([STALE]);
    await expect(deep.page.locator('[data-status=trials]').textContent()).resolves.toBe('1 of 24 shown');
    await page.goto(urlOf('index.html#invalid=yes'));
    expect(await shown(page)).toEqual(['missing.short.handoff.run-1']);
    expect([...faults, ...deep.faults]).toEqual([]);
  });

  test('a link to an event opens it, also where a filter had hidden it; the timeline filters by kind', async () => {
    const { page, faults } = await open(`trials/${STALE}.html#lane=said`);
    const lines = page.locator('.events li:visible');
    await expect(lines.evaluateAll((all) => [...new Set(all.map((line) => line.dataset['lane']))])).resolves.toEqual(['said']);
    const call = (await page.locator('.events li.tool').first().getAttribute('id')) ?? '';
    await page.evaluate((id) => { location.hash = id; }, call);
    await expect.poll(() => page.locator(`#${call} details`).getAttribute('open'), PATIENCE).not.toBeNull();
    await expect(page.locator(`#${call}`).isVisible()).resolves.toBe(true);
    await expect(page.locator(`#${call} pre`).evaluateAll((all) => all.map((pre) => pre.dataset['name']))).resolves.toEqual(['Input', 'Output']);
    expect(faults).toEqual([]);
  });

  test('a task’s page: what agrees is one line, and what is unfolded has an address', async () => {
    const { page, faults } = await open('tasks/short.html');
    const folded = page.locator('details[data-fold="contextos.stale"]');
    await expect(folded.locator('table').isVisible()).resolves.toBe(false);
    await folded.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash, PATIENCE).toBe('#open=contextos.stale');
    const deep = await browser.open(page.url());
    await expect(deep.page.locator('details[open]').textContent()).resolves.toMatch(/stale.*database.*postgresql/s);
    expect([...faults, ...deep.faults]).toEqual([]);
  });

  test('by keyboard alone: from the top to a failed trial', async () => {
    const { page } = await open('index.html');
    await page.keyboard.press('Tab');
    await expect(page.evaluate(() => document.activeElement?.textContent)).resolves.toBe('Skip to content');
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < 200 && (await page.evaluate(() => document.activeElement?.getAttribute('name'))) !== 'q'; presses++) await page.keyboard.press('Tab');
    await page.keyboard.type('stale contextos');
    const onTrial = (): Promise<boolean> => page.evaluate((id) => document.activeElement?.textContent === id, STALE);
    for (let presses = 0; presses < 30 && !(await onTrial()); presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/trials/);
    await expect(page.locator('h1').textContent()).resolves.toBe(STALE);
  });

  test('no serious fault of accessibility; in the dark, too, all can be read', async () => {
    const { page } = await open('index.html');
    const all = ['index.html', `trials/${MARKUP}.html`, 'tasks/short.html', 'trials/oracle.owner-moved-midway.full.run-1.html', PAIR];
    const looks = [['light', all, {}], ['dark', all.slice(0, 2), { runOnly: ['color-contrast'] }]] as const;
    for (const [colorScheme, name, rules] of looks.flatMap(([scheme, names, only]) => names.map((name) => [scheme, name, { ...only, resultTypes: ['violations'] }] as const))) {
      await page.emulateMedia({ colorScheme });
      await page.goto(urlOf(name));
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate((given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given as object), rules);
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => `${name}, ${colorScheme}: ${id} ${nodes[0]?.html.slice(0, 200) ?? ''}`)).toEqual([]);
    }
  });

  test('a directory that holds no campaign is refused in one line', async () => {
    const { exitCode, stdout, stderr } = await cleanslate(['report', folder()]);
    expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, stdout: '', lines: 1 });
    expect(readdirSync(folder())).not.toContain('report');
  });

  describeInBrowser('view', () => {
    let served: ReturnType<typeof start>;
    let url: string;

    beforeAll(async () => {
      served = start(['view', dir]);
      url = await new Promise((resolve) => served.stdout.once('data', (line: Buffer) => { resolve(String(line).trim()); }));
    });
    afterAll(() => served.kill('SIGKILL'));

    const status = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number | undefined> =>
      new Promise((resolve, reject) => request(new URL(path, url), { headers, method }, (response) => { response.resume(); resolve(response.statusCode); }).on('error', reject).end());

    test('an open page takes over what is new, and keeps what its reader does', async () => {
      const { page, faults } = await browser.open(`${url}index.html#outcome=failed`);
      await expect.poll(() => page.locator('[data-live]').textContent(), PATIENCE).toBe('live');
      const before = await shown(page);
      await page.locator('[name=q]').focus();
      await cleanslate(['deviate', dir, '--note', 'A fan was loud <b>today</b>.', '--by', 'A. Tester']);
      await expect.poll(() => page.locator('#pins').textContent(), PATIENCE).toContain('A fan was loud <b>today</b>.');
      expect(await shown(page)).toEqual(before);
      await expect(page.evaluate(() => document.activeElement?.getAttribute('name'))).resolves.toBe('q');
      await page.locator('[data-list=trials] tbody tr:visible a').first().click();
      await page.waitForURL(/trials/);
      expect(faults).toEqual([]);
    });

    test('any two trials are compared; what is not there is not found', async () => {
      expect(await status(`compare/${STALE}..oracle.short.handoff.run-1.html`)).toBe(200);
      expect(await status('trials/nobody.html')).toBe(404);
      expect(await status('../../../etc/passwd')).toBe(404);
      expect(await status('%2e%2e%2fjournal.jsonl')).toBe(404);
    });

    test('only this machine’s own names are answered, and nothing can be sent', async () => {
      expect(await status('', { host: 'evil.example' })).toBe(421);
      expect(await status('', { host: `evil.example:${new URL(url).port}` })).toBe(421);
      expect(await status('', { host: `localhost:${new URL(url).port}` })).toBe(200);
      expect(await status('', {}, 'POST')).toBe(405);
    });

    test('a port that is taken is refused; Ctrl-C ends it, open pages or not', async () => {
      const taken = await execa(process.execPath, [PROGRAM, 'view', dir, '--port', new URL(url).port], { reject: false });
      expect(taken).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^cleanslate: .*--port \d+.*any that is free$/) as string });
      await browser.open(url);
      served.kill('SIGINT');
      await expect(served).resolves.toMatchObject({ exitCode: 0, stderr: '' });
    });
  });
});
