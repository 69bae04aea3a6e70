import type { AnyKind } from './kind.js';
import { allowed } from './kinds/allowed.js';
import { citedRead } from './kinds/cited-read.js';
import { commandForbidden } from './kinds/command-forbidden.js';
import { exact } from './kinds/exact.js';
import { fileContains } from './kinds/file-contains.js';
import { fileExists } from './kinds/file-exists.js';
import { fileUnchanged } from './kinds/file-unchanged.js';
import { format } from './kinds/format.js';
import { json } from './kinds/json.js';
import { length } from './kinds/length.js';
import { marker } from './kinds/marker.js';
import { members } from './kinds/members.js';
import { pattern } from './kinds/pattern.js';
import { quote } from './kinds/quote.js';
import { source } from './kinds/source.js';
import { toolForbidden, toolRequired } from './kinds/tools.js';

/** Every kind of check there is. A battery that names another does not load. */
export const KINDS: readonly AnyKind[] = [
  exact, allowed, members, json, pattern, quote, source, citedRead, fileExists, fileContains, fileUnchanged,
  toolRequired, toolForbidden, commandForbidden, length, format, marker,
];

const byName = new Map(KINDS.map((kind) => [kind.kind, kind]));

export const kindOf = (name: string): AnyKind | undefined => byName.get(name);
