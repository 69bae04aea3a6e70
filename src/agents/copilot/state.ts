import type { StateEntry } from '../adapter.js';

/** What the GitHub Copilot CLI 1.0.102 keeps and reads. Seen on the real binary but where a note says otherwise. */
export const state: readonly StateEntry[] = [
  { pattern: '~/.copilot/{memories,memory}/**', class: 'memory', note: 'off in headless runs; documented' },
  { pattern: '~/.copilot/{session-state,history-session-state,logs}/**', class: 'history', note: 'whole conversations, and copies of files before they were changed' },
  { pattern: '~/.copilot/{session-store.db*,command-history-state.json}', class: 'history' },
  { pattern: '~/.copilot/{copilot-instructions.md,AGENTS.md,instructions/**,skills/**,agents/**}', class: 'instructions', reaches: 'first' },
  { pattern: '~/.copilot/{mcp-oauth-config/**,auth/**}', class: 'credentials', note: 'documented' },
  { pattern: '~/.copilot/{config.json*,settings.json*,mcp-config.json,lsp-config.json,permissions-config.json,hooks/**,plugins/**,installed-plugins/**}', class: 'config' },
  { pattern: '~/.copilot/{pkg,tmp,cache,ide,restart}/**', class: 'cache' },
  { pattern: '~/.{cache,local}/{copilot,share/copilot,state/copilot}/**', class: 'cache', note: 'the program itself, where the image does not have it' },
  { pattern: '~/.cache/Microsoft/**', class: 'cache', note: 'a device id' },
  { pattern: '~/.claude/{skills,agents,commands}/**', class: 'instructions', note: 'read from another vendor; documented' },
  { pattern: '~/.agents/**', class: 'instructions', reaches: 'first', note: 'skills shared between products' },
  { pattern: '**/{AGENTS,CLAUDE,GEMINI}.md', class: 'instructions', reaches: 'first', note: 'all three at once; below the working directory when something beside it is read' },
  { pattern: '.github/{copilot-instructions.md,instructions/**,skills/**,agents/**,prompts/**}', class: 'instructions', reaches: 'first' },
  { pattern: '**/.claude/rules/**', class: 'instructions', reaches: 'first', note: 'read from another vendor; below the working directory when something beside it is read' },
  { pattern: '.claude/{skills,agents,commands}/**', class: 'instructions', reaches: 'first', note: 'read from another vendor' },
  { pattern: '.agents/**', class: 'instructions', reaches: 'first' },
  { pattern: '.github/{copilot,hooks}/**', class: 'config', note: 'documented' },
  { pattern: '.mcp.json', class: 'config', note: 'documented' },
];
