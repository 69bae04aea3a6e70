import type { StateEntry } from '../adapter.js';

/** What Gemini CLI 0.61.0 keeps and reads. Seen on the real binary but where a note says otherwise. */
export const state: readonly StateEntry[] = [
  { pattern: '~/.gemini/tmp/*/memory/**', class: 'memory', reaches: 'first', note: 'private memory of the project; `MEMORY.md` is loaded with the feature off, too' },
  { pattern: '~/.gemini/tmp/*/{chats,checkpoints,logs.json,shell_history,plans,tracker}{,/**}', class: 'history', note: 'whole conversations in `chats`' },
  { pattern: '~/.gemini/{tmp,history}/**', class: 'history' },
  { pattern: '~/.gemini/{GEMINI.md,system.md,skills/**,commands/**,agents/**}', class: 'instructions', reaches: 'first', note: 'the model edits `GEMINI.md` when asked to remember' },
  { pattern: '~/.gemini/{AGENTS.md,memory.md,memories/**}', class: 'instructions', note: 'not seen to be read' },
  { pattern: '~/.gemini/{oauth_creds.json,google_accounts.json,mcp-oauth-tokens*.json,gemini-credentials.json,.env}', class: 'credentials', note: 'documented' },
  { pattern: '~/.gemini/settings.json*', class: 'config', note: 'written by this harness' },
  { pattern: '~/.gemini/{trustedFolders.json,state.json,keybindings.json,policies/**,extensions/**,acknowledgments/**}', class: 'config' },
  { pattern: '~/.gemini/projects.json*', class: 'index', note: 'which project has which folder' },
  { pattern: '~/.gemini/{installation_id,user_id,update-check.json,bin/**,cache/**}', class: 'cache' },
  { pattern: '~/.agents/**', class: 'instructions', reaches: 'first', note: 'skills shared between products' },
  { pattern: '**/GEMINI.md', class: 'instructions', reaches: 'first', note: 'below the working directory when something beside it is read' },
  { pattern: '../GEMINI.md', class: 'instructions', note: 'up to the git root; documented' },
  { pattern: '**/AGENTS.md', class: 'instructions', note: 'only with `context.fileName`' },
  { pattern: '.{gemini,agents}/{skills,commands,agents}/**', class: 'instructions', reaches: 'first' },
  { pattern: '.gemini/{GEMINI,system}.md', class: 'instructions', note: '`system.md` only with `GEMINI_SYSTEM_MD`' },
  { pattern: '.gemini/**', class: 'config' },
  { pattern: '{.env,.geminiignore}', class: 'config', note: 'documented' },
  { pattern: '/etc/gemini-cli/**', class: 'config', note: 'system-wide settings; documented' },
  { pattern: '/tmp/gemini-client-error-*', class: 'cache', note: 'gone with the container' },
];
