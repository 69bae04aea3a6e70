import type { StateEntry } from '../adapter.js';

/** What pi 1.6.0 keeps and reads. Seen on the real binary but where a note says otherwise. */
export const state: readonly StateEntry[] = [
  { pattern: '~/.pi/agent/sessions/**', class: 'history', note: 'whole conversations' },
  { pattern: '~/.pi/agent/{AGENTS.md,AGENTS.override.md,CLAUDE.md,SYSTEM.md,APPEND_SYSTEM.md,skills/**,prompts/**}', class: 'instructions', reaches: 'first' },
  { pattern: '~/.pi/agent/{auth.json,mcp-auth.json}', class: 'credentials', note: 'written empty' },
  { pattern: '~/.pi/agent/{models.json,settings.json}', class: 'config', note: 'written by this harness' },
  { pattern: '~/.pi/agent/{mcp.json,trust.json,keybindings.json,extensions/**,themes/**,tools/**}', class: 'config', note: 'documented' },
  { pattern: '~/.pi/agent/{models-store.json,mcp.log,tmp/**,bin/**,npm/**,git/**,cache/**}', class: 'cache' },
  { pattern: '~/.agents/**', class: 'instructions', reaches: 'first', note: 'skills shared between products' },
  { pattern: '**/AGENTS{,.override}.md', class: 'instructions', reaches: 'first', note: 'an override hides the other' },
  { pattern: '**/CLAUDE.md', class: 'instructions', reaches: 'first', note: 'only where no AGENTS.md is' },
  { pattern: '../{AGENTS.md,AGENTS.override.md,CLAUDE.md}', class: 'instructions', reaches: 'first', note: 'above the git root too' },
  { pattern: '../../{AGENTS.md,AGENTS.override.md,CLAUDE.md}', class: 'instructions', reaches: 'first', note: 'every directory up to the root' },
  { pattern: '/AGENTS.md', class: 'instructions', reaches: 'first' },
  { pattern: '/AGENTS.override.md', class: 'instructions', reaches: 'first' },
  { pattern: '/CLAUDE.md', class: 'instructions', reaches: 'first' },
  { pattern: '.pi/{SYSTEM.md,APPEND_SYSTEM.md,skills/**,prompts/**}', class: 'instructions', note: 'only in a trusted project' },
  { pattern: '.agents/**', class: 'instructions' },
  { pattern: '.pi/**', class: 'config', note: 'settings, extensions, MCP servers; only in a trusted project' },
];
