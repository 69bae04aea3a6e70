/** How many UTF-16 units two texts have in common from their beginning. */
export function sameUntil(a: string, b: string): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same;
}
