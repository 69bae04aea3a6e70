import { ISO_TIME, TODAY, UUID, type Varying } from '../../common/varying.js';

/** What two identical runs of Qwen Code 0.24.4 differed in. */
export const varies: Varying = {
  texts: [UUID, ISO_TIME, TODAY],
  members: [],
  files: [
    { pattern: '~/.qwen/projects/*/chats/**', why: 'the conversation, with ids and times; its requests are compared' },
    { pattern: '~/.qwen/tmp/*/scheduled_tasks.lock', why: 'a lock with process number and time, there only where it ended while holding it' },
    { pattern: '~/.qwen/usage_record.jsonl', why: 'ids, times and durations' },
  ],
};
