import type { StateEntry } from '../adapter.js';

/** What opencode 1.18.33 keeps and reads. Seen on the real binary but where a note says otherwise. */
export const state: readonly StateEntry[] = [
  { pattern: '~/.local/share/opencode/auth.json', class: 'credentials' },
  { pattern: '~/.local/share/opencode/{opencode.db*,storage/**,project/**,log/**,plans/**,tool-output/**}', class: 'history', note: 'whole conversations in its database' },
  { pattern: '~/.local/share/opencode/{snapshot,repos,worktree}/**', class: 'history', note: 'copies of the workspace before and after each step' },
  { pattern: '~/.local/share/opencode/bin/**', class: 'cache' },
  { pattern: '~/.local/state/opencode/**', class: 'cache', note: 'locks; also the models used last' },
  { pattern: '~/.cache/opencode/**', class: 'cache' },
  { pattern: '~/.config/opencode/{AGENTS.md,skills/**,skill/**,agents/**,agent/**,commands/**,command/**,modes/**}', class: 'instructions', reaches: 'first' },
  { pattern: '~/.config/opencode/**', class: 'config', note: '`opencode.json` is written by this harness' },
  { pattern: '~/.opencode/{skills,skill,agents,agent,commands,command,modes}/**', class: 'instructions', reaches: 'first' },
  { pattern: '~/.opencode/**', class: 'config', note: 'it puts a .gitignore there' },
  { pattern: '~/.claude/{CLAUDE.md,skills/**}', class: 'instructions', reaches: 'first', note: 'read from another vendor' },
  { pattern: '~/.agents/**', class: 'instructions', reaches: 'first', note: 'skills shared between products' },
  { pattern: '**/AGENTS.md', class: 'instructions', reaches: 'first', note: 'up to the git root' },
  { pattern: '**/CLAUDE.md', class: 'instructions', reaches: 'first', note: 'only where no AGENTS.md is' },
  { pattern: '**/CONTEXT.md', class: 'instructions', reaches: 'first', note: 'only where neither of them is' },
  { pattern: '.{opencode,claude,agents}/{skills,skill,agents,agent,commands,command,modes}/**', class: 'instructions', reaches: 'first' },
  { pattern: '.opencode/**', class: 'config', note: 'it puts a .gitignore there' },
  { pattern: 'opencode.json{,c}', class: 'config' },
  { pattern: '.git/opencode', class: 'index', note: 'the id under which it knows the project' },
  { pattern: '/etc/opencode/**', class: 'config', note: 'managed settings; documented' },
];
