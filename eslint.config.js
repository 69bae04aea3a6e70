import boundaries from 'eslint-plugin-boundaries';
import tseslint from 'typescript-eslint';

/**
 * Which room of `src/` may import which other: the table of docs/architecture.md.
 * Data flows one way, so an arrow that is not here is a design change and needs an ADR.
 */
const ROOMS = {
  common: [],
  scenario: ['common'],
  scoring: ['scenario', 'common'],
  protocol: ['scenario', 'scoring', 'gateway', 'common'],
  sandbox: ['common'],
  trace: ['common'],
  evidence: ['common'],
  reading: ['common'],
  agents: ['reading', 'trace', 'common'],
  gateway: ['reading', 'trace', 'common'],
  trial: ['scenario', 'scoring', 'protocol', 'sandbox', 'agents', 'gateway', 'trace', 'evidence', 'common'],
  campaign: ['trial', 'trace', 'protocol', 'scenario', 'scoring', 'sandbox', 'agents', 'gateway', 'evidence', 'common'],
  report: ['campaign', 'trial', 'trace', 'protocol', 'scenario', 'scoring', 'sandbox', 'evidence', 'common'],
};
const everyRoom = Object.keys(ROOMS);

const element = (type) => ({ type, pattern: `src/${type}` });
const allow = (from, to) => ({
  from: { element: { type: from } },
  allow: { to: { element: { type: to } } },
});

export default tseslint.config(
  { ignores: ['dist/', 'campaigns/', 'coverage/', 'node_modules/'] },
  ...tseslint.configs.strict,
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts', '*.config.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': [...everyRoom, 'cli'].map(element),
      'import/resolver': { typescript: { project: 'tsconfig.json' } },
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            ...Object.entries(ROOMS).map(([from, to]) => allow(from, [from, ...to])),
            allow('cli', [...everyRoom, 'cli']),
          ],
        },
      ],
    },
  },
  {
    // The shared scorer is pure, and so is all it stands on: strings in, scores out.
    files: ['src/scoring/**/*.ts', 'src/scenario/{schema,consistency,source-path,profiles,prepare}.ts', 'src/common/{place,repeated-key,answers-object}.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^node:(?!crypto$)', message: 'The scorer does no I/O.' },
            { regex: '/scenario/(?!(schema|profiles|prepare)\\.js$)', message: 'Only the pure files of scenario/.' },
            { regex: '/common/(?!(digest|paths|place|errors|repeated-key|answers-object)\\.js$)', message: 'Only the pure files of common/.' },
          ],
        },
      ],
      'no-restricted-globals': ['error', 'process', 'fetch', 'Date', 'performance', 'setTimeout', 'setInterval'],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
    },
  },
);
