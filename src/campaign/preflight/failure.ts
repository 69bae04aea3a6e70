import { CleanslateError } from '../../common/errors.js';
import { preflightPath } from '../../evidence/layout.js';
import { join } from 'node:path';
import type { Cause, PreflightRecord } from './record.js';

const HINTS: Record<string, string> = {
  credentials: 'correct the key that its provider names',
  'unknown-model': 'correct `model.label`, or use a provider that has this model',
  'model-mismatch': 'name in `model.label` what the provider answers with',
  'program-missing': 'correct the program, or the image that should have it',
  'version-mismatch': '`images build` makes the image anew',
  'bad-request': 'use a provider that speaks what this agent sends',
  'provider-unreachable': 'check that the provider can be reached from here, and its `base_url`',
  unreachable: 'check that the provider can be reached from here, and its `base_url`',
  'no-tool-call': 'use a model that can call tools, or run with --no-preflight',
};

/** Configurations that did not prove what they have to: one line for each. Exit 2 where one of them is the user's to put right. */
export class PreflightFailure extends CleanslateError {
  override readonly name = 'PreflightFailure';
  readonly #lines: readonly string[];

  constructor(failed: readonly (PreflightRecord & { cause: Cause })[], manifest: string, dir: string) {
    const lines = failed.map((record) => describe(record, manifest, dir));
    super('CLEANSLATE_PREFLIGHT', failed.some(({ cause }) => cause.by === 'user') ? 'user' : 'harness', lines.join('\n'));
    this.#lines = lines;
  }

  override get lines(): readonly string[] {
    return this.#lines;
  }
}

function describe({ configuration, agent, number, cause }: PreflightRecord & { cause: Cause }, manifest: string, dir: string): string {
  const hint = HINTS[cause.kind] === undefined ? '' : `${HINTS[cause.kind] ?? ''}; `;
  const line = `${manifest}: configuration \`${configuration}\` (${agent}) failed before the first trial: ${cause.message}; ${hint}evidence: ${join(dir, preflightPath(configuration, number))}`;
  return line.replaceAll(/\s*\n\s*/g, ' ');
}
