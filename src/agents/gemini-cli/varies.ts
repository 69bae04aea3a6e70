import { ISO_TIME, TODAY, UUID, type Varying } from '../../common/varying.js';

/** What two identical runs of Gemini CLI 0.61.0 differed in. */
export const varies: Varying = {
  texts: [UUID, ISO_TIME, TODAY, { name: 'process group', pattern: /(?<=\bProcess Group PGID: )\d+/g }],
  members: [],
  files: [{ pattern: '~/.gemini/tmp/*/chats/**', why: 'the conversation, named by time; its requests are compared' }],
};
