// Finds and starts the Chromium of this machine, for tests, benchmarks and pictures.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

export const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const browserProgram = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

// For root it does not separate its processes: in a container root has nothing to separate them with.
export function launchBrowser() {
  if (browserProgram === undefined) throw new Error('there is no Chromium: install the package `chromium`');
  return chromium.launch({ executablePath: browserProgram, args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] });
}
