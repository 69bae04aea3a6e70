import type { ContainerInspectInfo } from 'dockerode';
import { isBelow, isWithin } from '../../common/paths.js';

/** What one look at a fresh container tells, so that it need not be looked at again. */
export interface Facts {
  imageId: string;
  /** The image's PATH, or the engine's default. */
  path: string;
  /** The container's writable layer on the engine's machine; undefined where the engine has none that can be read as files. */
  upper: string | undefined;
  /** Volumes and mounts, which no writable layer shows. */
  mounts: string[];
}

const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export function factsOf(info: ContainerInspectInfo): Facts {
  const path = (info.Config.Env as string[] | null)?.find((assignment) => assignment.startsWith('PATH='))?.slice('PATH='.length);
  // Only overlay2 is laid out as upper.ts reads it (Podman's `overlay` may keep a file's bytes elsewhere).
  const driver = info.GraphDriver as { Name: string; Data: Record<string, string> | null } | undefined;
  return {
    imageId: info.Image,
    path: path ?? DEFAULT_PATH,
    upper: driver?.Name === 'overlay2' ? driver.Data?.['UpperDir'] : undefined,
    mounts: [...Object.keys((info.Config.Volumes as object | null | undefined) ?? {}), ...info.Mounts.map(({ Destination }) => Destination)],
  };
}

export const isMounted = ({ mounts }: Facts, roots: readonly string[]): boolean =>
  mounts.some((mount) => roots.some((root) => isWithin(mount, root) || isBelow(root, mount)));
