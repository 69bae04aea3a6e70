import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import tmp from 'tmp';
import { browserProgram, launchBrowser } from '../../scripts/chromium.mjs';
import { reportedCampaign } from '../../src/report/model/campaign.js';
import { INDEX, trialPage } from '../../src/report/page/addresses.js';
import { Pages } from '../../src/report/pages.js';
import { largeCampaign, manyEvents } from './large-campaign.js';
import { interleave, spread } from './rounds.js';
import type { Row } from './sections.js';

const TASKS = 67;
const EVENTS = 20_000;
const LONG = 'stale.t1.contextos.run-1';
/** Milliseconds until a reader sees the page (issue "report": both are acceptance). */
const MOST = { overview: 2000, trial: 3000 };
const ROUNDS = 7;

/** How long a browser takes for the largest pages of a report, from the address to the painted page, beside an empty page. */
export async function reportPages(): Promise<{ rows: Row[]; notes: string[] }> {
  if (browserProgram === undefined) return { rows: [], notes: ['There is no Chromium here: pages were not measured.'] };
  const folder = tmp.dirSync({ prefix: 'cleanslate-bench-', unsafeCleanup: true });
  try {
    const dir = join(folder.name, 'campaign');
    const trials = await largeCampaign(folder.name, dir, TASKS);
    await manyEvents(dir, LONG, EVENTS);
    const from = performance.now();
    const pages = new Pages(await reportedCampaign(dir));
    const names = { overview: INDEX, trial: trialPage(LONG), empty: 'empty.html' };
    const sizes = { overview: await write(folder.name, names.overview, await pages.page(names.overview)), trial: await write(folder.name, names.trial, await pages.page(names.trial)) };
    const took = performance.now() - from;
    await write(folder.name, names.empty, '<!doctype html><title>empty</title>');
    const times = await opening(folder.name, names);
    const row = (what: string, leg: 'overview' | 'trial'): Row => {
      const ours = spread(times[leg]);
      return { what, ours, plain: spread(times.empty), verdict: ours, unit: 'ms', rounds: ROUNDS, budget: { text: `≤ ${String(MOST[leg])} ms`, met: ours.median <= MOST[leg] } };
    };
    return {
      rows: [row(`overview of ${String(trials)} trials in Chromium`, 'overview'), row(`trial of ${String(EVENTS)} events in Chromium`, 'trial')],
      notes: [`These two pages are ${megabytes(sizes.overview)} and ${megabytes(sizes.trial)}; to read the campaign and to make them took ${(took / 1000).toFixed(1)} s.`],
    };
  } finally {
    await rm(folder.name, { recursive: true, force: true });
  }
}

async function opening<Leg extends string>(folder: string, names: Record<Leg, string>): Promise<Record<Leg, number[]>> {
  const browser = await launchBrowser();
  try {
    const open = async (name: string): Promise<number> => {
      const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
      const from = performance.now();
      await page.goto(pathToFileURL(join(folder, 'report', name)).href);
      // Painted: the frame after the next one has begun.
      await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => { requestAnimationFrame(resolve); }); }));
      const took = performance.now() - from;
      await page.close();
      return took;
    };
    const legs = Object.fromEntries(Object.entries<string>(names).map(([leg, name]) => [leg, () => open(name)])) as Record<Leg, () => Promise<number>>;
    return await interleave(legs, ROUNDS);
  } finally {
    await browser.close();
  }
}

async function write(folder: string, name: string, page = ''): Promise<number> {
  const path = join(folder, 'report', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, page);
  return Buffer.byteLength(page);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
