import { USER } from '../layout.js';

/** Who sandboxed processes are on this machine. Inside a bubblewrap sandbox the same process sees itself as USER. */
export interface LocalUser {
  uid: number;
  gid: number;
  /** Whether the harness is root and gives up its rights for what runs in a sandbox. */
  dropped: boolean;
}

/**
 * An id outside of what distributions and their tools hand out first. Sandboxed programs never run as root of the
 * machine, not even without capabilities: `/proc/sys` lets the user id alone write.
 */
const UNPRIVILEGED = 59_417;

export function localUser(): LocalUser {
  const uid = process.geteuid?.() ?? 0;
  const gid = process.getegid?.() ?? 0;
  return uid === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED, dropped: true } : { uid, gid, dropped: false };
}

/** Ids on disk → ids as seen inside: what inventories show, so that they equal those of a container. */
export const idsInside =
  (user: LocalUser) =>
  (uid: number, gid: number): { uid: number; gid: number } => ({
    uid: uid === user.uid ? USER.uid : uid,
    gid: gid === user.gid ? USER.gid : gid,
  });

/** Ids as a seed has them → ids on disk. */
export const idsOutside =
  (user: LocalUser) =>
  (uid: number, gid: number): { uid: number; gid: number } => ({
    uid: uid === USER.uid ? user.uid : uid,
    gid: gid === USER.gid ? user.gid : gid,
  });
