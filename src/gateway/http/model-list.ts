import type { Json } from '../dialects/json.js';
import type { DialectId } from '../dialects/message.js';

/** The list of models, or the one that the path names, in a dialect's shape. */
export function modelList(dialect: DialectId, labels: readonly string[], target: string): Json {
  const one = /\/models\/([^?]+)/.exec(target)?.[1];
  if (dialect === 'anthropic-messages') return one === undefined ? { data: labels.map(anthropic), has_more: false, first_id: labels[0] ?? null, last_id: labels.at(-1) ?? null } : anthropic(one);
  if (dialect === 'gemini') return one === undefined ? { models: labels.map(gemini) } : gemini(one);
  // Codex looks for `models`.
  return one === undefined ? { object: 'list', data: labels.map(openAi), models: [] } : openAi(one);
}

const openAi = (id: string): Json => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'local' });
const anthropic = (id: string): Json => ({ type: 'model', id, display_name: id, created_at: '2025-01-01T00:00:00Z' });
const gemini = (id: string): Json => ({
  name: `models/${id}`, displayName: id, inputTokenLimit: 1_000_000, outputTokenLimit: 65_536, supportedGenerationMethods: ['generateContent', 'countTokens'],
});
