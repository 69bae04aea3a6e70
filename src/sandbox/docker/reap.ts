import type Docker from 'dockerode';
import { formatOwner, liveness, type Owner, parseOwner } from '../../common/owner.js';
import { call } from './call.js';
import { LABELS } from './create-options.js';
import { removeContainer } from './remove.js';

/** Removes the containers of dead harnesses of this host; those of living ones and of other hosts are left alone. One line for each. */
export async function reapDead(docker: Docker): Promise<string[]> {
  const lines: string[] = [];
  for (const { Id, Labels } of await list(docker, LABELS.owner)) {
    const owner = parseOwner(Labels[LABELS.owner] ?? '');
    if (owner === undefined || liveness(owner) !== 'dead') continue;
    await removeContainer(docker.getContainer(Id));
    const trial = `${Labels[LABELS.campaign] ?? '?'}/${Labels[LABELS.trial] ?? '?'} attempt ${Labels[LABELS.attempt] ?? '?'}`;
    lines.push(`removed container ${Id.slice(0, 12)} (${trial}) of process ${String(owner.pid)}, which is gone`);
  }
  return lines;
}

/** Removes every container of one owner. Returns how many there were. */
export async function reapOwned(docker: Docker, owner: Owner): Promise<number> {
  const found = await list(docker, `${LABELS.owner}=${formatOwner(owner)}`);
  await Promise.all(found.map(({ Id }) => removeContainer(docker.getContainer(Id))));
  return found.length;
}

const list = (docker: Docker, label: string): Promise<Docker.ContainerInfo[]> =>
  call('listing sandboxes', (abortSignal) => docker.listContainers({ all: true, filters: { label: [label] }, abortSignal }));
