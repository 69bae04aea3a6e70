// node record-many.mjs RESPONSE RESULTS MODEL COUNT: records the same response many times, as fast as it can, with the built program.
import { main } from '../../dist/cli/main.js';

const [response, results, model, count] = process.argv.slice(2);
process.stdout.setMaxListeners(0);
process.stderr.write = () => true;
for (let trial = 1; trial <= Number(count); trial++) {
  const options = { profile: 'handoff', response, results, model, provider: 'p', trial: String(trial), latency: '1' };
  const code = await main(['node', 'cleanslate', 'record', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])]);
  if (code !== 0) process.exit(code);
}
