import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Entity = Record<string, unknown> & { '@id': string; '@type': string | string[] };

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const idsIn = (value: unknown): string[] => listOf(value).flatMap((one) => (typeof one === 'object' && one !== null && '@id' in one ? [String(one['@id'])] : []));
const typesOf = (entity: Entity): unknown[] => listOf(entity['@type']);

/** What the RO-Crate 1.1 specification asks for and a crate has not, one line each. @param crate the parsed ro-crate-metadata.json @param dir where it is */
export function crateFaults(crate: unknown, dir: string): string[] {
  const { '@context': context, '@graph': graph } = crate as { '@context': unknown; '@graph': Entity[] };
  const faults: string[] = context === 'https://w3id.org/ro/crate/1.1/context' ? [] : ['another context'];
  const byId = new Map(graph.map((entity) => [entity['@id'], entity]));
  if (byId.size !== graph.length) faults.push('an @id is there twice');
  const descriptor = byId.get('ro-crate-metadata.json');
  if (!descriptor || !typesOf(descriptor).includes('CreativeWork')) faults.push('no metadata descriptor');
  if (idsIn(descriptor?.['conformsTo'])[0] !== 'https://w3id.org/ro/crate/1.1') faults.push('the descriptor conforms to nothing');
  if (idsIn(descriptor?.['about'])[0] !== './') faults.push('the descriptor is not about the root');
  const root = byId.get('./');
  if (!root || !typesOf(root).includes('Dataset')) return [...faults, 'no root dataset'];
  for (const property of ['name', 'description', 'datePublished', 'license']) if (root[property] === undefined) faults.push(`the root has no ${property}`);
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(String(root['datePublished']))) faults.push('datePublished is no date');
  for (const entity of graph) {
    if (typesOf(entity).length === 0) faults.push(`${entity['@id']} has no type`);
    // Flat: what is referred to is an entity of its own.
    for (const [property, value] of Object.entries(entity)) {
      for (const one of listOf(value)) if (typeof one === 'object' && one !== null && Object.keys(one).join() !== '@id') faults.push(`${entity['@id']}.${property} is nested`);
      for (const id of idsIn(value)) if (!byId.has(id) && !(property === 'conformsTo' && id.startsWith('https:'))) faults.push(`${entity['@id']}.${property} refers to ${id}, which is not there`);
    }
  }
  return [...faults, ...ofData(graph, byId, dir)];
}

/** Files and folders: they are there, are what they say, and belong to the root or to a folder of it. */
function ofData(graph: readonly Entity[], byId: ReadonlyMap<string, Entity>, dir: string): string[] {
  const reached = new Set<string>();
  const reach = (id: string): void => {
    for (const part of idsIn(byId.get(id)?.['hasPart'])) if (!reached.has(part)) { reached.add(part); reach(part); }
  };
  reach('./');
  return graph.filter((entity) => entity['@id'] !== './' && typesOf(entity).some((type) => type === 'File' || type === 'Dataset')).flatMap((entity) => {
    const id = entity['@id'];
    const isFolder = typesOf(entity).includes('Dataset');
    if (!existsSync(join(dir, id)) || statSync(join(dir, id)).isDirectory() !== isFolder) return [`${id} is not there`];
    return [...(reached.has(id) ? [] : [`${id} is part of nothing`]), ...(isFolder === id.endsWith('/') ? [] : [`${id} ends otherwise than its type`])];
  });
}
