import type { StateEntry } from '../adapter.js';

/** What Cursor's CLI keeps and reads, as its documents and public records have it: not seen on a real binary here. */
export const state: readonly StateEntry[] = [
  { pattern: '~/.cursor/{chats,projects/*/agent-transcripts}/**', class: 'history', note: 'whole conversations; documented' },
  { pattern: '~/.cursor/ai-tracking/**', class: 'history', note: 'reported' },
  { pattern: '~/.cursor/{prompt_history.json,projects/*/terminals/**}', class: 'history', note: 'reported' },
  { pattern: '~/.cursor/projects/**', class: 'index', note: 'what it knows of each folder; reported' },
  { pattern: '~/.cursor/{rules,skills,skills-cursor,commands,agents}/**', class: 'instructions', note: 'documented' },
  { pattern: '~/.cursor/AGENTS.md', class: 'instructions', note: 'reported' },
  { pattern: '~/.cursor/{cli-config.json,mcp.json,hooks.json,permissions.json,sandbox.json,argv.json,extensions/**,plugins/**}', class: 'config', note: 'documented' },
  { pattern: '~/.config/cursor/auth.json', class: 'credentials', note: 'documented' },
  { pattern: '~/.config/cursor/**', class: 'config', note: 'reported' },
  { pattern: '~/.config/Cursor/User/{globalStorage,workspaceStorage}/**', class: 'memory', note: 'of the editor: memories, chats, indexes; reported' },
  { pattern: '~/.{cache,local}/{cursor,cursor-agent,cursor-compile-cache,share/cursor-agent}/**', class: 'cache', note: 'reported' },
  { pattern: '~/.agents/**', class: 'instructions', note: 'skills shared between products' },
  { pattern: '**/{AGENTS.md,CLAUDE.md,CLAUDE.local.md,.cursorrules}', class: 'instructions', note: 'documented' },
  { pattern: '.{cursor,claude,agents,codex}/{rules,skills,commands,agents}/**', class: 'instructions', note: 'documented' },
  { pattern: '.cursor/**', class: 'config', note: 'documented' },
  { pattern: '{.cursorignore,.cursorindexingignore}', class: 'config', note: 'documented' },
  { pattern: '/etc/cursor/**', class: 'config', note: 'managed settings; documented' },
];
