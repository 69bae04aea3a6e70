import { ISO_TIME, TODAY, UUID, type Varying } from '../../common/varying.js';

/** What two identical runs of opencode 1.18.33 differed in. */
export const varies: Varying = {
  texts: [UUID, ISO_TIME, TODAY],
  members: [],
  files: [
    { pattern: '~/.local/share/opencode/opencode.db{,-shm,-wal}', why: 'a database with ids and times' },
    { pattern: '~/.local/share/opencode/log/**', why: 'its log' },
    { pattern: '~/.local/share/opencode/snapshot/**', why: 'its own git repository: an index with times, packed when there is time' },
    { pattern: '~/.local/state/opencode/locks/**', why: 'locks with process numbers' },
  ],
};
