import { readdirSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { LocalProvider } from '../../sandbox/local.js';
import { systemClock } from '../../common/clock.js';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { openPlace } from './place.js';

afterEach(() => { vi.unstubAllEnvs(); });

test('a place that could not be opened leaves nothing behind; one that was, nothing once it is closed', async () => {
  const folder = temporaryDirectory();
  const provider = await LocalProvider.open({ confinement: 'plain' });
  vi.stubEnv('TMPDIR', folder);
  const place = (label: string): ReturnType<typeof openPlace> => openPlace({ provider, image: { reference: '', digest: null }, label, clock: systemClock, signal: new AbortController().signal });
  await expect(place('')).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([]);
  const { close } = await place('scripted-1');
  expect(readdirSync(folder)).toHaveLength(2);
  await close();
  expect(readdirSync(folder)).toEqual([]);
  await provider.close();
});
