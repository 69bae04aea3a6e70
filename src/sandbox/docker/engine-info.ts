import type Docker from 'dockerode';
import { call } from './call.js';

interface Info {
  SecurityOptions?: string[] | null;
  Driver?: string;
  CgroupVersion?: string;
  KernelVersion?: string;
  OperatingSystem?: string;
  Architecture?: string;
  ServerVersion?: string;
}

interface Version {
  Version?: string;
  ApiVersion?: string;
  Components?: { Name?: string }[] | null;
}

export const engineInfo = (docker: Docker): Promise<Info> =>
  call('asking the engine about itself', async () => (await docker.info()) as Info);

/** Whether file owners on the engine's disk are those inside. They are not where user namespaces shift them. */
export const keepsOwners = ({ SecurityOptions }: Info): boolean =>
  !(SecurityOptions ?? []).some((option) => /^name=(userns|rootless)\b/.test(option));

/** What runs the sandboxes, for the campaign's pins. */
export async function describeEngine(docker: Docker): Promise<Record<string, string>> {
  const [info, version] = await Promise.all([
    engineInfo(docker),
    call('asking the engine for its version', async () => (await docker.version()) as unknown as Version),
  ]);
  const isPodman = (version.Components ?? []).some(({ Name }) => /podman/i.test(Name ?? ''));
  const facts = {
    name: isPodman ? 'podman' : 'docker',
    version: version.Version ?? info.ServerVersion,
    api: version.ApiVersion,
    os: info.OperatingSystem,
    kernel: info.KernelVersion,
    architecture: info.Architecture,
    storage: info.Driver,
    cgroup: info.CgroupVersion === undefined ? undefined : `v${info.CgroupVersion}`,
  };
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => typeof fact[1] === 'string'));
}
