import { ISO_TIME, TODAY, UUID, type Varying } from '../../common/varying.js';

/** What two identical runs of Copilot CLI 1.0.102 differed in. */
export const varies: Varying = {
  texts: [UUID, ISO_TIME, TODAY, { name: 'beginning of a session id', pattern: /(?<=\b[Ss]ession[- ])[0-9a-f]{8}\b/g }],
  members: [],
  files: [
    { pattern: '~/.copilot/session-state/*/{events.jsonl,workspace.yaml}', why: 'the conversation, with ids and times; its requests are compared' },
    { pattern: '~/.copilot/session-store.db{,-shm,-wal}', why: 'a database with ids and times' },
    { pattern: '~/.copilot/logs/**', why: 'its log, named by time' },
  ],
};
