import { expect, test } from 'vitest';
import { declaredOf, type Declared } from './declared.js';
import { manifestSchema } from './manifest.js';

const PROVIDERS = {
  maker: { mode: 'live', base_url: 'https://api.openai.com/v1' },
  here: { mode: 'live', base_url: 'http://localhost:11434/v1' },
  login: { mode: 'passthrough', allow: ['api.example.com:443'] },
};

function declared(configuration: object): Declared {
  const { configurations, providers } = manifestSchema.parse({ campaign: 'index', providers: PROVIDERS, tasks: [{ scenario: 'short', profiles: ['handoff'] }], configurations: [{ id: 'one', ...configuration }] });
  const [one] = configurations;
  if (!one) throw new TypeError('no configuration');
  return declaredOf(one, providers);
}

test.each([
  ['maker', 'api'],
  ['here', 'local'],
  ['login', 'subscription'],
  ['scripted', 'scripted'],
])('a configuration that says nothing, with the provider %s: access %s', (provider, access) => {
  expect(declared({ agent: 'codex', model: { label: 'gpt', provider } })).toEqual({ product: 'codex', access, system_instructions: 'none added by the harness', tools: 'as its adapter starts it' });
});

test('what a configuration says of itself counts', () => {
  const said = { product: 'Codex CLI', access: 'subscription', system_instructions: 'the maker adds its own, unseen', tools: 'shell and files' };
  expect(declared({ agent: 'codex', model: { label: 'gpt', provider: 'maker' }, ...said })).toEqual(said);
});

test('a product that a person drives, and a model without an agent', () => {
  expect(declared({ agent: 'manual', manual: { product: 'Chat', version: '2026-11-30', settings: 'search off' } })).toMatchObject({ product: 'Chat', access: 'by hand', tools: 'search off' });
  expect(declared({ agent: 'model', model: { label: 'gpt', provider: 'maker' } })).toMatchObject({ product: 'model', tools: 'none' });
});
