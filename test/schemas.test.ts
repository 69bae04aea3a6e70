import { readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { inPackage } from '../src/common/package-root.js';

// What an editor says of a file: the schemas are read as one reads them, by another validator than ours.

const SCHEMAS = ['manifest', 'battery', 'task', 'key', 'scenario', 'alternatives', 'script'] as const;
const read = (path: string): unknown => parse(readFileSync(inPackage(path), 'utf8'));
const validators = Object.fromEntries(SCHEMAS.map((name) => [name, new Ajv({ allErrors: true, allowUnionTypes: true }).compile(read(`schemas/${name}.schema.json`) as object)])) as Record<(typeof SCHEMAS)[number], ValidateFunction>;
const faultsOf = (name: (typeof SCHEMAS)[number], value: unknown): string[] =>
  (validators[name](value) ? [] : (validators[name].errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`));

const filesIn = (folder: string, ends: string): string[] => readdirSync(inPackage(folder)).filter((name) => name.endsWith(ends)).map((name) => `${folder}/${name}`);
const CORE = 'fixtures/batteries/core-v1';
const tasks = readdirSync(inPackage(CORE), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => `${CORE}/${name}`);
const OURS: Record<(typeof SCHEMAS)[number], string[]> = {
  manifest: filesIn('manifests', '.yaml'),
  battery: [`${CORE}/battery.yaml`],
  task: tasks.map((task) => `${task}/task.yaml`),
  key: tasks.map((task) => `${task}/key.yaml`),
  scenario: filesIn('fixtures/scenarios', '.json').filter((path) => !path.endsWith('.alternatives.json')),
  alternatives: filesIn('fixtures/scenarios', '.alternatives.json'),
  script: filesIn('fixtures/scripts', '.yaml'),
};

test.each(SCHEMAS)('every %s of ours is as its schema says', (name) => {
  expect(OURS[name].length).toBeGreaterThan(0);
  expect(OURS[name].flatMap((path) => faultsOf(name, read(path)).map((fault) => `${path}: ${fault}`))).toEqual([]);
});

test('a misspelt key, a wrong word and a missing key are shown where they stand', () => {
  const manifest = read('manifests/demo.yaml') as { limits: object; tasks: object[]; campaign?: string };
  expect(faultsOf('manifest', { ...manifest, limits: { ...manifest.limits, agent_second: 3 } }).join('\n')).toContain('/limits must NOT have additional properties {"additionalProperty":"agent_second"}');
  expect(faultsOf('manifest', { ...manifest, engine: 'podman' }).join('\n')).toContain('/engine must be equal to one of the allowed values');
  expect(faultsOf('manifest', { ...manifest, campaign: undefined }).join('\n')).toContain("must have required property 'campaign'");
});

test('an editor can say what a key means', () => {
  const { properties } = read('schemas/manifest.schema.json') as { properties: Record<string, { description?: string }> };
  expect(properties['attempts']?.description).toBe('How often a trial may be tried until one attempt is valid.');
});
