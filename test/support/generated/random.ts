/** A small seeded generator (mulberry32): the same seed makes the same scenario on every machine. */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  }

  shuffle<T>(from: readonly T[]): T[] {
    const left = [...from];
    const out: T[] = [];
    while (left.length > 0) out.push(...left.splice(this.below(left.length), 1));
    return out;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}
