import { staleDocuments, writeDocuments } from './docs/documents.js';

// `make docs`, and with `--check` only says what it would change.
if (process.argv.includes('--check')) {
  const stale = staleDocuments();
  for (const path of stale) process.stderr.write(`${path} is stale: run \`make docs\`\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const path of writeDocuments()) process.stdout.write(`${path}\n`);
}
