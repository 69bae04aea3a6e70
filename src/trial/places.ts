import type { Places } from '../agents/adapter.js';
import { HOME, PROGRAMS, WORKSPACE } from '../sandbox/layout.js';
import type { Sandbox } from '../sandbox/sandbox.js';

/** The layout as a program in this sandbox sees it. */
export const placesIn = (sandbox: Sandbox): Places => ({
  home: sandbox.inside(HOME),
  workspace: sandbox.inside(WORKSPACE),
  programs: sandbox.inside(PROGRAMS),
  inside: (path) => sandbox.inside(path),
});
