import { xml, type Element } from './xml.js';

/** One trial as CI looks at it. */
export interface TrialCase {
  configuration: string;
  /** `<task>.<profile>` */
  group: string;
  trial: string;
  seconds: number;
  outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** One line that says why, where it did not pass. */
  message: string;
  /** More about it. */
  details: string;
}

/**
 * A campaign as JUnit XML: a suite for each configuration, a case for each trial. `failure`: it counts, and not all was
 * answered as it should be; `error`: no attempt of it counts; `skipped`: it has not been run.
 * @param properties of every suite, such as that results are pending
 */
export function junitOf(campaign: string, trials: readonly TrialCase[], properties: Readonly<Record<string, string>> = {}): string {
  const configurations = [...new Set(trials.map(({ configuration }) => configuration))].sort();
  return xml({
    name: 'testsuites',
    attributes: { name: campaign, ...totals(trials) },
    children: configurations.map((configuration) => {
      const own = trials.filter((trial) => trial.configuration === configuration);
      return { name: 'testsuite', attributes: { name: configuration, ...totals(own) }, children: [...propertiesOf(properties), ...own.map(testCase)] };
    }),
  });
}

function propertiesOf(properties: Readonly<Record<string, string>>): Element[] {
  const children = Object.entries(properties).map(([name, value]) => ({ name: 'property', attributes: { name, value } }));
  return children.length === 0 ? [] : [{ name: 'properties', children }];
}

function totals(trials: readonly TrialCase[]): Record<string, string | number> {
  const count = (outcome: TrialCase['outcome']): number => trials.filter((trial) => trial.outcome === outcome).length;
  const time = trials.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);
  return { tests: trials.length, failures: count('failure'), errors: count('error'), skipped: count('skipped'), time };
}

function testCase({ configuration, group, trial, seconds, outcome, message, details }: TrialCase): Element {
  const attributes = { classname: `${configuration}.${group}`, name: trial, time: seconds.toFixed(3) };
  if (outcome === 'passed') return { name: 'testcase', attributes };
  if (outcome === 'skipped') return { name: 'testcase', attributes, children: [{ name: 'skipped', attributes: { message } }] };
  return { name: 'testcase', attributes, children: [{ name: outcome, attributes: { message, type: outcome === 'failure' ? 'not-as-expected' : 'no-valid-attempt' }, children: details }] };
}
