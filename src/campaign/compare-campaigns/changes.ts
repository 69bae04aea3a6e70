import { isRecord } from '../../common/is-record.js';
import { canonical } from '../../common/json.js';
import { KINDS, type Kind, type Snapshot } from './snapshot.js';

/** One item that is not the same in both campaigns; undefined where one of them does not have it. */
export interface Change {
  kind: Kind;
  /** `codex.requested.label`, `owner-moved-midway.key`. */
  item: string;
  a: unknown;
  b: unknown;
}

/** Every changed item, kind by kind, sorted. What one side does not have at all is one change, not one for each of its parts. */
export const changesBetween = (a: Snapshot, b: Snapshot): Change[] => KINDS.flatMap((kind) => changed(kind, '', a[kind], b[kind]));

function changed(kind: Kind, item: string, a: unknown, b: unknown): Change[] {
  if (isRecord(a) && isRecord(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().flatMap((key) => changed(kind, item === '' ? key : `${item}.${key}`, a[key], b[key]));
  }
  return text(a) === text(b) ? [] : [{ kind, item, a, b }];
}

/** Null and nothing are the same: neither says anything. */
const text = (value: unknown): string => (value === undefined || value === null ? '' : canonical(JSON.parse(JSON.stringify(value))));
