import type { StateEntry } from '../adapter.js';

/** What Claude Code 2.1.332 keeps and reads. Seen on the real binary but where a note says otherwise. */
export const state: readonly StateEntry[] = [
  { pattern: '~/.claude/projects/*/memory/**', class: 'memory', reaches: 'memory', note: 'auto-memory, on by default; the folder is named after the working directory' },
  { pattern: '~/.claude/{agent-memory,memory}/**', class: 'memory', note: 'memory of subagents; documented' },
  { pattern: '~/.claude/projects/**', class: 'history', note: 'whole conversations' },
  { pattern: '~/.claude/{history.jsonl,sessions/**,todos/**,tasks/**,plans/**,file-history/**,shell-snapshots/**,session-env/**,debug/**,jobs/**,teams/**}', class: 'history' },
  { pattern: '~/.claude/.credentials.json', class: 'credentials' },
  { pattern: '~/.claude/{CLAUDE.md,rules/**,skills/**,agents/**,commands/**,output-styles/**,workflows/**}', class: 'instructions', reaches: 'first' },
  { pattern: '~/.claude/settings{,.local}.json', class: 'config' },
  { pattern: '~/.claude/{keybindings.json,plugins/**,policy-limits.json,remote-settings.json,themes/**}', class: 'config' },
  { pattern: '~/.claude.json*', class: 'config', note: 'also counts starts and lists projects' },
  { pattern: '~/.claude/backups/**', class: 'config', note: 'copies of `~/.claude.json`' },
  { pattern: '~/.claude/{telemetry,statsig,cache,ide,downloads,paste-cache,image-cache,usage-data,stats-cache.json,.last-cleanup,mcp-needs-auth-cache.json}{,/**}', class: 'cache' },
  { pattern: '~/.{cache,config,local}/{claude,claude-cli-nodejs,share/claude,state/claude}/**', class: 'cache', note: 'documented' },
  { pattern: '~/AGENTS.md', class: 'instructions', note: 'not seen to be read' },
  { pattern: '**/{CLAUDE.md,CLAUDE.local.md,.claude/CLAUDE.md,.claude/rules/**}', class: 'instructions', reaches: 'first', note: 'one below the working directory when something beside it is read' },
  { pattern: '../{CLAUDE.md,CLAUDE.local.md,AGENTS.md,.claude/**}', class: 'instructions', reaches: 'first', note: 'above the git root too; AGENTS.md only where no CLAUDE.md is' },
  { pattern: '../../{CLAUDE.md,CLAUDE.local.md,AGENTS.md,.claude/**}', class: 'instructions', reaches: 'first', note: 'every directory above' },
  { pattern: '**/AGENTS.md', class: 'instructions', reaches: 'first', note: 'only where no CLAUDE.md is' },
  { pattern: '**/.claude/{skills,agents,commands,output-styles,workflows}/**', class: 'instructions', reaches: 'first' },
  { pattern: '**/.claude/agent-memory{,-local}/**', class: 'memory', note: 'documented' },
  { pattern: '**/.claude/**', class: 'config' },
  { pattern: '**/.mcp.json', class: 'config' },
  { pattern: '/etc/claude-code/{CLAUDE.md,.claude/**}', class: 'instructions', reaches: 'first', note: 'managed instructions, rules and skills' },
  { pattern: '/etc/claude-code/**', class: 'config', note: 'managed settings; documented' },
  { pattern: '/tmp/claude-*/**', class: 'cache', note: 'also `cc-socks`; gone with the container' },
];
