import { ISO_TIME, TODAY, UNIX_MS, UUID, type Varying } from '../../common/varying.js';

/** What two identical runs of Claude Code 2.1.332 differed in. */
export const varies: Varying = {
  texts: [UUID, ISO_TIME, TODAY, UNIX_MS, { name: 'machine id', pattern: /\b[0-9a-f]{64}\b/g }],
  members: ['metadata'],
  files: [
    { pattern: '~/.claude/projects/*/*.jsonl', why: 'the conversation, with ids and times; its requests are compared' },
    { pattern: '~/.claude/.last-cleanup', why: 'there only where a background task came to its end' },
    { pattern: '~/.claude/telemetry/**', why: 'what could not be sent' },
  ],
};
