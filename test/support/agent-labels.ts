import type { AgentAdapter } from '../../src/agents/adapter.js';
import { builtinAdapters } from '../../src/agents/registry.js';

/** Labels that the products know; the scripted model answers to any. */
const LABELS: Record<string, string> = { codex: 'gpt-5.5', 'claude-code': 'claude-opus-5-5', 'gemini-cli': 'gemini-2.5-pro', 'qwen-code': 'qwen3-coder-plus' };

export const labelFor = (agent: string): string => LABELS[agent] ?? 'scripted-1';

/** Those whose binary npm serves. AGENT=<id> takes one of them alone. */
export const npmAgents = (): AgentAdapter[] => builtinAdapters().filter(({ control, id }) => !control && id !== 'cursor-agent' && (process.env['AGENT'] ?? id) === id);
