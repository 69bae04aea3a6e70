/** What a file can be to an agent (design: "state class"). Resets are said per class. `service`: what a service beside the agent keeps. */
export const STATE_CLASSES = [
  'history', 'memory', 'index', 'instructions', 'config', 'cache', 'credentials', 'workspace', 'service',
] as const;
export type StateClass = (typeof STATE_CLASSES)[number];
