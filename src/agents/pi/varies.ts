import { ISO_TIME, TODAY, UUID, type Varying } from '../../common/varying.js';

/** What two identical runs of pi 1.6.0 differed in. */
export const varies: Varying = {
  texts: [UUID, ISO_TIME, TODAY],
  members: [],
  files: [{ pattern: '~/.pi/agent/sessions/**', why: 'the conversation, with ids and times; its requests are compared' }],
};
