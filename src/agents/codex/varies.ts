import { ISO_TIME, TODAY, UUID, type Varying } from '../../common/varying.js';

/** What two identical runs of Codex 0.171.0 differed in. */
export const varies: Varying = {
  texts: [
    UUID,
    ISO_TIME,
    TODAY,
    { name: 'chunk id', pattern: /(?<=\bChunk ID: )[0-9a-f]{6}\b/g },
    { name: 'wall time', pattern: /(?<=\bWall time: )\d+\.\d+(?= seconds)/g },
  ],
  members: ['prompt_cache_key', 'client_metadata', 'id'],
  files: [
    { pattern: '~/.codex/*.sqlite{,-shm,-wal}', why: 'databases with times; a write-ahead log may or may not be merged when it ends' },
    { pattern: '~/.codex/sessions/**', why: 'the conversation, with ids and times; its requests are compared' },
    { pattern: '~/.codex/memories*/.git/**', why: 'the history of its memory, with times and what follows from them; the memory itself is compared' },
    { pattern: '~/.codex/shell_snapshots/**', why: 'named by time' },
  ],
};
