import { expect, test } from 'vitest';
import { formatPath } from '../common/place.js';
import { manifestSchema, type Configuration, type Manifest } from '../protocol/manifest.js';
import { checkMode, modeOf, settingsOf } from './modes.js';

const manifest = (configuration: object, more: object = {}): Manifest =>
  manifestSchema.parse({ campaign: 'c', tasks: [{ scenario: 'short', profiles: ['handoff'] }], configurations: [{ id: 'x', ...configuration }], ...more });
const only = ({ configurations }: Manifest): Configuration => configurations[0] as Configuration;
const model = (more: object = {}): object => ({ agent: 'model', model: { label: 'm', provider: 'p', ...more } });

test('a configuration is asked as it says, else as its campaign; a model without an agent always by prompt', () => {
  const mode = (configuration: object, more?: object): string => modeOf(only(manifest(configuration, more)), manifest(configuration, more));
  expect(mode({ agent: 'codex' })).toBe('workspace');
  expect(mode({ agent: 'codex' }, { mode: 'prompt' })).toBe('prompt');
  expect(mode({ agent: 'codex', mode: 'workspace' }, { mode: 'prompt' })).toBe('workspace');
  expect(mode(model())).toBe('prompt');
});

test.each([
  ['https://api.openai.com/v1', 'openai-responses'],
  ['https://api.anthropic.com', 'anthropic-messages'],
  ['https://generativelanguage.googleapis.com/v1beta', 'gemini'],
  ['http://localhost:11434/v1', 'openai-chat'],
])('the dialect follows from the provider: %s speaks %s', (base_url, dialect) => {
  const providers = { p: { mode: 'live', base_url } };
  expect(settingsOf(only(manifest(model())), manifest(model(), { providers })).request).toEqual({ dialect, stream: true, parameters: {} });
  expect(settingsOf(only(manifest(model({ dialect: 'openai-chat' }))), manifest(model(), { providers })).request?.dialect).toBe('openai-chat');
});

test.each<[string, object, object, string]>([
  ['a workspace for a model', { ...model(), mode: 'workspace' }, {}, 'mode: a model without an agent has no tools to read a workspace with'],
  ['no model', { agent: 'model' }, {}, 'agent `model` needs a model'],
  ['a tool among the parameters', model({ parameters: { tools: [] } }), {}, 'model.parameters.tools: `tools` cannot be set'],
  ['a dialect for a CLI', { agent: 'codex', model: { label: 'm', provider: 'p', dialect: 'gemini' } }, {}, 'model.dialect: `dialect` is only for `agent: model`'],
  ['a tunnel', model(), { providers: { p: { mode: 'passthrough', allow: ['example.test:443'] } } }, 'model.provider: a provider of mode `passthrough` answers nobody'],
])('%s is refused where it stands', (_, configuration, more, message) => {
  const whole = manifest(configuration, more);
  expect(() => { checkMode(only(whole), whole.providers, formatPath); }).toThrow(expect.objectContaining({ code: 'CLEANSLATE_MANIFEST_INVALID', line: expect.stringContaining(message) as string }) as Error);
});
