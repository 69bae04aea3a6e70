import { expect, test } from 'vitest';
import { GENERAL } from '../../common/varying.js';
import { Mask } from './mask.js';

test('a temporary name is masked below /tmp, and nowhere else', () => {
  const mask = new Mask(GENERAL);
  expect(mask.text('wrote /tmp/tool-Ab12Cd/out')).toBe('wrote /tmp/tool<temporary name>/out');
  expect(mask.text('wrote /var/tool-Ab12Cd/out')).toBe('wrote /var/tool-Ab12Cd/out');
});

// From each letter back to the first one, this would take hours.
test('a text of megabytes without a break costs what its length costs', () => {
  const text = `${'a'.repeat(4_000_000)}-Ab12Cd`;
  expect(new Mask(GENERAL).text(text)).toBe(text);
});
