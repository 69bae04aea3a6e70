import { expect, test } from 'vitest';
import { calledAs } from './called-as.js';

test.each([
  ['/usr/local/bin/cleanslate', '/home/a', 'cleanslate'],
  ['/src/cleanslate/bin/cleanslate.js', '/src/cleanslate', 'node bin/cleanslate.js'],
  ['/src/cleanslate/bin/cleanslate.js', '/src/cleanslate/campaigns', 'node ../bin/cleanslate.js'],
  ['/src/my copy/bin/cleanslate.js', '/src', `node 'my copy/bin/cleanslate.js'`],
])('%s in %s is called as %s', (script, cwd, command) => {
  expect(calledAs(script, cwd)).toBe(command);
});
