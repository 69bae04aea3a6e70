import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inPackage } from '../../common/package-root.js';
import { agentsParts } from './agents-parts.js';
import { batteryParts } from './battery-parts.js';
import { cliPart } from './cli-part.js';
import { withParts, type Parts } from './generated.js';
import { schemaFiles } from './schemas.js';

/** Documents of which parts are made from the program, and what makes them. */
const DOCUMENTS: Readonly<Record<string, () => Parts>> = { 'docs/agents.md': agentsParts, 'docs/battery.md': batteryParts, 'docs/cli.md': cliPart };

/** Documents, and whole files made from the program, that do not say what it does now. */
export const staleDocuments = (): string[] => stale().map(([path]) => path);

/** Brings what is generated up to date and gives the files that changed. */
export function writeDocuments(): string[] {
  const written = stale();
  for (const [path, text] of written) writeFileSync(inPackage(path), text);
  return written.map(([path]) => path);
}

/** Each with the text that it should have. */
function stale(): (readonly [path: string, text: string])[] {
  const documents = Object.entries(DOCUMENTS).map(([path, make]) => [path, withParts(current(path), make(), path)] as const);
  return [...documents, ...Object.entries(schemaFiles())].filter(([path, text]) => current(path) !== text);
}

const current = (path: string): string => (existsSync(inPackage(path)) ? readFileSync(inPackage(path), 'utf8') : '');
