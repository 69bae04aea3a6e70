import type { StateEntry } from '../adapter.js';

/** What Codex 0.171.0 keeps and reads. Seen on the real binary but where a note says otherwise. */
export const state: readonly StateEntry[] = [
  { pattern: '~/.codex/config.toml', class: 'config', note: 'written by this harness' },
  { pattern: '~/.codex/*.config.toml', class: 'config', note: 'profiles; documented' },
  { pattern: '~/.codex/{rules,hooks}/**', class: 'config', note: 'documented' },
  { pattern: '~/.codex/hooks.json', class: 'config', note: 'documented' },
  { pattern: '~/.codex/.sandbox_migration', class: 'config' },
  { pattern: '~/.codex/{auth.json,.credentials.json}', class: 'credentials' },
  { pattern: '~/.codex/AGENTS{,.override}.md', class: 'instructions', reaches: 'first' },
  { pattern: '~/.codex/{instructions.md,prompts/**}', class: 'instructions', note: 'not loaded by `exec`' },
  { pattern: '~/.codex/skills/.system/**', class: 'cache', note: 'unpacked from the binary' },
  { pattern: '~/.codex/skills/**', class: 'instructions', reaches: 'first' },
  { pattern: '~/.agents/**', class: 'instructions', reaches: 'first', note: 'skills shared between products' },
  { pattern: '~/.codex/memories*/**', class: 'memory', reaches: 'memory', note: 'its summary is injected when the feature is on; a hidden agent rewrites it during the run' },
  { pattern: '~/.codex/memories*', class: 'memory' },
  { pattern: '~/.codex/{sessions,archived_sessions}/**', class: 'history', note: 'whole conversations' },
  { pattern: '~/.codex/{history.jsonl,session_index.jsonl}', class: 'history' },
  { pattern: '~/.codex/{state,thread_history,goals,queue,logs}_*.sqlite*', class: 'history' },
  { pattern: '~/.codex/{thread-writer-locks,log,shell_snapshots}/**', class: 'history' },
  { pattern: '~/.codex/{.tmp,tmp,cache,plugins,packages,vendor_imports}/**', class: 'cache' },
  { pattern: '~/.codex/{installation_id,version.json,models_cache.json,internal_storage.json}', class: 'cache' },
  { pattern: '**/AGENTS{,.override}.md', class: 'instructions', reaches: 'first', note: 'from the git root down to the working directory; an override hides the other' },
  { pattern: '**/.codex/{config.toml,hooks.json,rules/**}', class: 'config', note: 'only in a trusted project' },
  { pattern: '**/.{codex,agents}/**', class: 'instructions', reaches: 'first', note: 'skills and agents of the repository' },
  { pattern: '/etc/codex/skills/**', class: 'instructions', reaches: 'first', note: 'system-wide skills' },
  { pattern: '/etc/codex/**', class: 'config', note: 'managed settings; documented' },
];
