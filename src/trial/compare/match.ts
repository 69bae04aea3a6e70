/** A step with what it is compared by. */
export interface Keyed<T> {
  item: T;
  /** What kind of step it is: only such can stand for one another. */
  kind: string;
  /** All of it that counts, masked. */
  content: string;
}

/** Steps of one side that the other does not have; a pair where each side has one of the same kind. */
export interface Unmatched<T> {
  a: Keyed<T> | null;
  b: Keyed<T> | null;
}

/**
 * Matches steps by kind and content, whatever their order, each content once however often it came: agents ask again by
 * the clock. What is left is paired within its kind, in order.
 */
export function matchSteps<T>(a: readonly Keyed<T>[], b: readonly Keyed<T>[]): Unmatched<T>[] {
  const [left, right] = [without(a, b), without(b, a)];
  const pairs: Unmatched<T>[] = left.map((one) => {
    const at = right.findIndex((other) => other.kind === one.kind);
    return { a: one, b: at === -1 ? null : (right.splice(at, 1)[0] ?? null) };
  });
  return [...pairs, ...right.map((one) => ({ a: null, b: one }))];
}

function without<T>(steps: readonly Keyed<T>[], others: readonly Keyed<T>[]): Keyed<T>[] {
  const key = ({ kind, content }: Keyed<T>): string => `${kind}\0${content}`;
  const known = new Set(others.map(key));
  return steps.filter((step) => {
    const fresh = !known.has(key(step));
    known.add(key(step));
    return fresh;
  });
}
