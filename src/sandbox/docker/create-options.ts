import { randomBytes } from 'node:crypto';
import type { ContainerCreateOptions } from 'dockerode';
import { formatOwner, type Owner } from '../../common/owner.js';
import { USER } from '../layout.js';
import type { SandboxSpec } from '../sandbox.js';
import { launcherCommand } from './launcher.js';

export const LABELS = {
  owner: 'cleanslate.owner',
  campaign: 'cleanslate.campaign',
  trial: 'cleanslate.trial',
  attempt: 'cleanslate.attempt',
  created: 'cleanslate.created',
} as const;

/**
 * How every sandbox's container is made (issue: "Sandboxes"). Labels are seen outside only; the name is in `/etc/hosts` under Podman.
 * `now` is written down for people; liveness is decided by the owner.
 */
export function createOptions(spec: SandboxSpec, owner: Owner, now: Date): ContainerCreateOptions {
  const { limits, purpose } = spec;
  const memory = limits.memory_mb * 1024 * 1024;
  return {
    name: `devbox-${randomBytes(6).toString('hex')}`,
    Image: spec.image,
    Entrypoint: [],
    Cmd: [...launcherCommand],
    User: `${String(USER.uid)}:${String(USER.gid)}`,
    WorkingDir: '/',
    Hostname: 'devbox',
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    Healthcheck: { Test: ['NONE'] },
    Labels: {
      [LABELS.owner]: formatOwner(owner),
      [LABELS.campaign]: purpose.campaign,
      [LABELS.trial]: purpose.trial,
      [LABELS.attempt]: String(purpose.attempt),
      [LABELS.created]: now.toISOString(),
    },
    HostConfig: {
      NetworkMode: 'none',
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Memory: memory,
      MemorySwap: memory, // the sum of both, so: no swap
      NanoCpus: Math.round(limits.cpus * 1e9),
      PidsLimit: limits.pids,
      Init: true, // reaps what agents orphan
      IpcMode: 'private',
      LogConfig: { Type: 'none', Config: {} },
      RestartPolicy: { Name: 'no' },
      Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }],
    },
  };
}
