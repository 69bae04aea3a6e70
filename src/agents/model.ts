import { packageVersion } from '../common/package-root.js';
import { PLAIN_REQUEST, type AgentAdapter, type Command, type Outcome, type Signal, type Turn } from './adapter.js';
import { findings } from './model/findings.js';
import { parse } from './model/parse.js';
import { signsOf } from './findings.js';
import { sign } from './signals.js';

/**
 * A model without an agent around it: the prepared prompt in one request, no tools, no workspace. The harness itself sends it
 * (`outside: harness`); what it is told and tells is a program's command line and output all the same, so that a trial of a
 * model leaves the same evidence as one of a CLI.
 */
export const model: AgentAdapter = {
  id: 'model',
  version: packageVersion(),
  image: '',
  control: false,
  outside: 'harness',
  state: [],
  knows: { state: true, tools: true },
  files: () => [],
  command,
  parse,
  answer: ({ stdout }) => Promise.resolve(findings(stdout).answer),
  classify,
};

function command({ model: label, request = PLAIN_REQUEST, prompt }: Turn): Command {
  const { dialect, stream, parameters } = request;
  const more = Object.keys(parameters).length === 0 ? [] : ['--parameters', JSON.stringify(parameters)];
  return { argv: ['model', '--dialect', dialect, '--model', label ?? '', ...(stream ? ['--stream'] : []), ...more], env: {}, stdin: Buffer.from(prompt) };
}

function classify(outcome: Outcome): Signal[] {
  const found = findings(outcome.stdout);
  const signs = signsOf(found, outcome, model.version);
  if (found.finish === 'refusal') return [...signs, sign('refusal')];
  return found.finish === 'length' ? [...signs, sign('output-limit')] : signs;
}
