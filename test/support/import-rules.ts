import { pathToFileURL } from 'node:url';
import { inPackage } from '../../src/common/package-root.js';

interface Config {
  rules?: Record<string, unknown>;
}

interface Policy {
  from: { element: { type: string } };
  allow: { to: { element: { type: string[] } } };
}

/** Room → rooms that it may import, sorted, itself not among them: as ESLint enforces it. `cli`, which may import all, is not in it. */
export async function importRules(): Promise<Record<string, string[]>> {
  const { default: configs } = (await import(pathToFileURL(inPackage('eslint.config.js')).href)) as { default: Config[] };
  const rule = configs.map(({ rules }) => rules?.['boundaries/dependencies']).find((one) => one !== undefined) as [string, { policies: Policy[] }];
  return Object.fromEntries(
    rule[1].policies
      .map(({ from, allow }): [string, string[]] => [from.element.type, allow.to.element.type.filter((type) => type !== from.element.type).sort()])
      .filter(([room]) => room !== 'cli'),
  );
}
