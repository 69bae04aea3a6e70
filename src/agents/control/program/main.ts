import { readFileSync } from 'node:fs';
import { Events } from './events.js';
import { readOptions } from './options.js';
import { answerRequest } from './run.js';
import { writeOut } from './standard-output.js';

/** The request comes on standard input, the project is where we are started, events go to standard output. */
const events = new Events(writeOut);
events.start();
try {
  answerRequest(readFileSync(0, 'utf8'), readOptions(process.argv.slice(2)), process.cwd(), events);
} catch (error) {
  events.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
