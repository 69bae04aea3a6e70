import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../common/digest.js';
import { checksOf, plural, type Check, type Subject } from '../check.js';
import { BUNDLE_FILE, REDACTIONS_FILE } from '../layout.js';
import { digestFiles } from '../listing.js';
import { parseBundle } from './listing.js';

/**
 * What only a published bundle has: every file is as published and none is more, the redactions are those that the journal announced,
 * and each of them is told.
 */
export async function verifyBundle({ dir, entries, redactions }: Subject): Promise<Check[]> {
  const listed = parseBundle(await readFile(join(dir, BUNDLE_FILE), 'utf8').catch(() => ''));
  if (!listed) return checksOf('bundle', [`${BUNDLE_FILE}: changed`], '');
  const { files, others } = await digestFiles(dir, { skip: BUNDLE_FILE });
  const faults = [...listed].flatMap(([name, digest]) => (files.get(name) === digest ? [] : [`${name}: ${files.has(name) ? 'changed' : 'missing'}`]));
  faults.push(...[...files.keys(), ...others].filter((name) => !listed.has(name)).map((name) => `${name}: unknown, not in ${BUNDLE_FILE}`));
  const announced = entries.findLast((entry) => entry.type === 'campaign.published')?.redactions;
  const list = await readFile(join(dir, REDACTIONS_FILE)).catch(() => Buffer.alloc(0));
  if (faults.length === 0 && sha256(list) !== announced) faults.push(`${REDACTIONS_FILE}: is not the list that the journal announced`);
  const told = redactions.list.map(({ file, kinds }): Check => ({ id: 'redacted', ok: true, line: `${file}: redacted (${kinds.join(', ')})` }));
  return [...checksOf('bundle', faults, `bundle: ${plural(listed.size, 'file')}, as published`), ...told];
}
