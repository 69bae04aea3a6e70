import { formatOwner } from '../../src/common/owner.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { claims } from '../../src/sandbox/local/claims.js';
import { treesDirectory } from '../../src/sandbox/local/tree.js';
import { theEngine } from './engine.js';

/** Names of the sandboxes that a harness process has left on a machine. */
export async function sandboxesOf(machine: 'local' | 'docker', pid: number): Promise<string[]> {
  return (machine === 'docker' ? await containerOwners() : localOwners()).filter((owner) => owner.includes(`:${String(pid)}:`));
}

async function containerOwners(): Promise<string[]> {
  const { docker, close } = await connect(theEngine());
  const containers = await docker.listContainers({ all: true, filters: { label: ['cleanslate.owner'] } });
  close();
  return containers.map(({ Labels }) => Labels['cleanslate.owner'] ?? '');
}

const localOwners = (): string[] => claims(treesDirectory()).map(({ owner }) => formatOwner(owner));
