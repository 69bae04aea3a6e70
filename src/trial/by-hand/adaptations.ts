import type { Mode } from '../../protocol/manifest.js';

/**
 * What cannot be asked of a product that a person drives, and why. A check that needs one of these is adapted there: it is
 * neither passed nor failed.
 */
export const ADAPTATIONS = [
  { id: 'no-trace', means: 'nobody saw what the product read or which tools it used: no check on a trace', modes: ['workspace', 'prompt'] },
  { id: 'no-file-changes', means: 'nobody saw files before and after: no check on what it changed', modes: ['workspace', 'prompt'] },
  { id: 'attested-reset', means: 'a person attests the resets; no inventory proves them', modes: ['workspace', 'prompt'] },
  { id: 'sources-uploaded', means: 'the files of the profile are uploaded, without the project around them', modes: ['workspace'] },
] as const satisfies readonly { id: string; means: string; modes: readonly Mode[] }[];

/** What is adapted where the product is asked in this mode. */
export const adaptationsIn = (mode: Mode): { id: AdaptationId; means: string }[] => ADAPTATIONS.filter(({ modes }) => (modes as readonly Mode[]).includes(mode));

export type AdaptationId = (typeof ADAPTATIONS)[number]['id'];
export const ADAPTATION_IDS = ADAPTATIONS.map(({ id }) => id) as [AdaptationId, ...AdaptationId[]];
