import { oneLine } from '../common/visible.js';
import type { ShownAdaptation } from './adaptations.js';

/** Longest part of a text around prompts that a summary shows, characters; all of it stands in campaign.json. */
const SHOWN = 120;

/** For a summary, one line each; nothing where all configurations were asked alike. */
export function adaptationLines(all: readonly ShownAdaptation[]): string[] {
  if (all.length === 0) return [];
  const put = (where: string, text: string | null): string => (text === null ? '' : `; ${where} every prompt: ${JSON.stringify(oneLine(text, SHOWN))}`);
  return ['Adaptations, everything else was the same for all:', ...all.map(({ configuration, id, why, before, after, documents }) => `- ${configuration}: ${id}, ${oneLine(why, Infinity)}${put('before', before)}${put('after', after)}${documents.map(({ document, as }) => `; ${document} also as ${as}`).join('')}`)];
}
