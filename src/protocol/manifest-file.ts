import type { Place } from '../common/place.js';
import { schemaFault } from '../common/schema-fault.js';
import { manifestSchema, type Manifest } from './manifest.js';
import { readYaml, type YamlFile } from './yaml-file.js';

export interface ManifestFile {
  manifest: Manifest;
  /** Its path, where relative paths start. */
  file: string;
  /** `file:line:column key` of a place in it. */
  place: Place;
}

/**
 * Reads a manifest. Whatever is wrong with it is said with file, line, column and key.
 * @throws UserError CLEANSLATE_MANIFEST_…
 */
export async function readManifest(file: string): Promise<ManifestFile> {
  const { value, place, fail } = await readYaml(file, MANIFEST);
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    const { path, message, unknownKey } = schemaFault(parsed.error);
    throw fail(place(path), message, unknownKey ? 'remove it, or see docs/manifests.md for the keys there are' : undefined);
  }
  refuseDuplicates(parsed.data, place, fail);
  return { manifest: parsed.data, file, place };
}

const MANIFEST = {
  code: 'MANIFEST',
  unreadable: 'give the path of a campaign manifest, such as manifests/demo.yaml',
  empty: 'see manifests/demo.yaml for one that is complete',
} as const;

function refuseDuplicates(manifest: Manifest, place: Place, fail: YamlFile['fail']): void {
  const seen = new Set<string>();
  manifest.configurations.forEach(({ id }, index) => {
    if (seen.has(id)) throw fail(place(['configurations', index, 'id']), `duplicated id \`${id}\``, 'give each configuration an id of its own');
    seen.add(id);
  });
  manifest.configurations.forEach(({ adaptations = [] }, index) => {
    const twice = adaptations.findIndex(({ id }, at) => adaptations.findIndex((one) => one.id === id) !== at);
    if (twice !== -1) throw fail(place(['configurations', index, 'adaptations', twice, 'id']), `duplicated id \`${adaptations[twice]?.id ?? ''}\``, 'give each adaptation an id of its own');
  });
  manifest.tasks.forEach(({ profiles }, index) => {
    const twice = profiles.findIndex((profile, at) => profiles.indexOf(profile) !== at);
    if (twice !== -1) throw fail(place(['tasks', index, 'profiles', twice]), `profile \`${profiles[twice] ?? ''}\` is listed twice`);
  });
}
