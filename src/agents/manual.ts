import type { AgentAdapter } from './adapter.js';

/** A product that a person drives by hand. The harness runs nothing of it and sees nothing but what is attached. */
export const manual: AgentAdapter = {
  id: 'manual',
  version: 'declared',
  image: '',
  control: false,
  outside: 'person',
  state: [],
  knows: { state: false, tools: false },
  files: () => [],
  command: () => {
    throw new TypeError('a person drives this agent; there is no program to start');
  },
  parse: (line) => [{ type: 'unparsed', result: line }],
  answer: () => Promise.resolve(null),
  classify: () => [],
};
