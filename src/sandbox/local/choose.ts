import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { HarnessError } from '../../common/errors.js';
import { bubblewrap } from './bubblewrap.js';
import type { Confinement } from './confinement.js';
import { pidNamespace } from './pid-namespace.js';
import { plain } from './plain.js';
import { probe, versionOf } from './probe.js';
import { reachable } from './reachable.js';
import type { LocalUser } from './user.js';

export type ConfinementName = 'bubblewrap' | 'pid-namespace' | 'plain';

export interface Choice {
  confinement: Confinement;
  /** For the campaign's pins. */
  facts: Record<string, string>;
}

/** Where `make engine` unpacks the distribution's programs. */
const PRIVATE_BIN = '/var/lib/cleanslate/engine/root/usr/bin';

/**
 * The best way of confining that works here, or the one asked for. Why a better one does not work stands in the facts.
 * Throws a HarnessError if none does, or not the one asked for.
 * @param programs the directory below `parent` for copies of programs
 */
export async function choose(parent: string, programs: string, user: LocalUser, asked?: ConfinementName): Promise<Choice> {
  const faults: string[] = [];
  for (const name of asked === undefined ? (['bubblewrap', 'pid-namespace', 'plain'] as const) : [asked]) {
    const choice = await attempt(name, parent, programs, user);
    if (typeof choice !== 'string') return faults.length === 0 ? choice : { ...choice, facts: { ...choice.facts, because: faults.join('; ') } };
    faults.push(`${name}: ${choice}`);
  }
  throw new HarnessError('CLEANSLATE_NO_SANDBOX', `no local sandbox works here (${faults.join('; ')})`, { hint: 'install bubblewrap' });
}

/** The choice, or why it is none. */
async function attempt(name: ConfinementName, parent: string, programs: string, user: LocalUser): Promise<Choice | string> {
  const made = await make(name, join(parent, programs), user);
  if (typeof made === 'string') return made;
  return (await probe(made.confinement, parent, user)) ?? made;
}

async function make(name: ConfinementName, programs: string, user: LocalUser): Promise<Choice | string> {
  const node = reachable(process.execPath, programs, user);
  if (name === 'plain') return { confinement: plain(node), facts: {} };
  if (name === 'pid-namespace') return { confinement: pidNamespace(node, user), facts: {} };
  const bwrap = findProgram('bwrap');
  if (bwrap === undefined) return 'bwrap is not installed';
  const version = await versionOf(bwrap);
  if (version === undefined) return `${bwrap} does not run`;
  return { confinement: bubblewrap({ bwrap: reachable(bwrap, programs, user), node }), facts: { bubblewrap: version } };
}

function findProgram(name: string): string | undefined {
  const places = [...(process.env['PATH'] ?? '').split(delimiter).filter((dir) => dir.startsWith('/')), PRIVATE_BIN];
  return places.map((dir) => join(dir, name)).find((path) => existsSync(path));
}
