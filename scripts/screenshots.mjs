// node scripts/screenshots.mjs: runs the demo and takes the pictures of the README from its report, light and dark. After `make build`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from './chromium.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'images');
const SIZE = { width: 960, height: 720 };
const FAILED = 'stale.short.contextos.run-1';
/** Name of a picture, the page, and the element at its top. */
const PICTURES = [
  ['overview', 'index.html', undefined],
  ['trial', `trials/${FAILED}.html`, '#answer'],
  ['compare', `compare/oracle.short.contextos.run-1..${FAILED}.html`, undefined],
];

const temporary = mkdtempSync(join(tmpdir(), 'screenshots-'));
try {
  // Under the name that it has where it is installed: pages tell commands as the program was called.
  symlinkSync(join(root, 'bin', 'cleanslate.js'), join(temporary, 'cleanslate'));
  const cleanslate = (...args) => execFileSync(process.execPath, [join(temporary, 'cleanslate'), ...args], { cwd: temporary, stdio: ['ignore', 'ignore', 'inherit'] });
  cleanslate('run', join(root, 'manifests', 'demo.yaml'), '--out', 'campaigns/demo');
  cleanslate('report', 'campaigns/demo');
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme });
    for (const [name, path, top] of PICTURES) {
      await page.goto(pathToFileURL(join(temporary, 'campaigns/demo/report', path)).href);
      if (top !== undefined) await page.locator(top).evaluate((element) => { element.scrollIntoView({ block: 'start' }); });
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    }
    await page.close();
  }
  await browser.close();
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
