// Answers the questions of the scenario `short` from HANDOFF.md, correctly, and does nothing else.
import { readFileSync } from 'node:fs';

const VALUES = { database: ['sqlite', 'catalogue is stored'], export_format: ['csv', 'export writes'], upload_retries: ['rejected', 'retries'], launch_month: ['unconfirmed', 'launch month'] };
const sentences = readFileSync('HANDOFF.md', 'utf8').split('\n').map((line) => line.replace(/^- /, ''));
const answers = Object.entries(VALUES).map(([id, [value, words]]) => [id, { value, source: 'HANDOFF.md', quote: sentences.find((line) => line.includes(words)) }]);
process.stdout.write(`${JSON.stringify({ answers: Object.fromEntries(answers) })}\n`);
