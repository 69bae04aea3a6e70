import { readFileSync, writeFileSync } from 'node:fs';
import { inPackage } from '../../common/package-root.js';
import { agentsParts } from './agents-parts.js';
import { batteryParts } from './battery-parts.js';
import { cliPart } from './cli-part.js';
import { withParts, type Parts } from './generated.js';

/** Documents of which parts are made from the program, and what makes them. */
const DOCUMENTS: Readonly<Record<string, () => Parts>> = { 'docs/agents.md': agentsParts, 'docs/battery.md': batteryParts, 'docs/cli.md': cliPart };

/** Documents that do not say what the program does now. */
export function staleDocuments(): string[] {
  return Object.entries(DOCUMENTS).filter(([path, make]) => current(path) !== withParts(current(path), make(), path)).map(([path]) => path);
}

/** Brings the generated parts up to date and gives the documents that changed. */
export function writeDocuments(): string[] {
  const stale = staleDocuments();
  for (const path of stale) writeFileSync(inPackage(path), withParts(current(path), (DOCUMENTS[path] as () => Parts)(), path));
  return stale;
}

const current = (path: string): string => readFileSync(inPackage(path), 'utf8');
