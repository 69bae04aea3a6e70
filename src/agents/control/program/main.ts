import { readFileSync } from 'node:fs';
import { Events } from './events.js';
import { carryOut } from './steps.js';
import { readOptions } from './options.js';
import { answerRequest } from './run.js';
import { writeOut } from './standard-output.js';

/** The request comes on standard input, the project is where we are started, events go to standard output. */
const events = new Events(writeOut);
events.start();
try {
  const request = readFileSync(0, 'utf8');
  const options = readOptions(process.argv.slice(2));
  if (options.steps === undefined) answerRequest(request, options, process.cwd(), events);
  else carryOut(options.steps, process.cwd(), events);
} catch (error) {
  events.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
