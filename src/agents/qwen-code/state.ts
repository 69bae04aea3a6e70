import type { StateEntry } from '../adapter.js';

/** What Qwen Code 0.24.4 keeps and reads. Seen on the real binary but where a note says otherwise. */
export const state: readonly StateEntry[] = [
  { pattern: '~/.qwen/{memories,projects/*/memory}/**', class: 'memory', reaches: 'memory', note: 'on by default' },
  { pattern: '~/.qwen/projects/**', class: 'history', note: 'whole conversations in `chats`' },
  { pattern: '~/.qwen/{usage_record.jsonl,usage/**,history/**,todos/**,logs/**,debug/**,plans/**,goals/**}', class: 'history' },
  { pattern: '~/.qwen/{QWEN.md,AGENTS.md,output-language.md,skills/**,commands/**,agents/**,output-styles/**,rules/**}', class: 'instructions', reaches: 'first' },
  { pattern: '~/.qwen/{oauth_creds.json,mcp-oauth-tokens*.json,.env}', class: 'credentials', note: 'documented' },
  { pattern: '~/.qwen/settings.json*', class: 'config', note: 'written by this harness' },
  { pattern: '~/.qwen/{trustedFolders.json,keybindings.json,extensions/**,extension-store/**,hooks/**,themes/**}', class: 'config' },
  { pattern: '~/.qwen/{tmp/**,cache/**,bin/**,installation_id,.openai-logs-cleanup-*,update-check.json,locks/**,runtime/**}', class: 'cache' },
  { pattern: '~/.agents/**', class: 'instructions', reaches: 'first', note: 'skills shared between products' },
  { pattern: '**/{QWEN,AGENTS}.md', class: 'instructions', reaches: 'first', note: 'one below the working directory is not loaded by itself' },
  { pattern: '../{QWEN,AGENTS}.md', class: 'instructions', reaches: 'first', note: 'above the git root too' },
  { pattern: '.{qwen,agents}/{skills,commands,agents,output-styles,rules}/**', class: 'instructions', reaches: 'first' },
  { pattern: '.qwen/**', class: 'config' },
  { pattern: '{.env,.qwenignore}', class: 'config', note: 'documented' },
  { pattern: '/etc/qwen-code/**', class: 'config', note: 'system-wide settings; documented' },
];
