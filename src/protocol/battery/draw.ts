import { sha256 } from '../../common/digest.js';

/** What a seed decides, the same on every machine: each draw is a digest of the seed and how many were made before. */
export class Draw {
  private count = 0;
  constructor(private readonly seed: string) {}

  /** A draw of its own for a part, so that what is drawn elsewhere changes nothing here. */
  for(part: string): Draw {
    return new Draw(sha256(`${this.seed}\n${part}`));
  }

  /** A whole number from 0 to below `n`. */
  below(n: number): number {
    return parseInt(sha256(`${this.seed}#${String(this.count++)}`).slice(0, 12), 16) % n;
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) throw new RangeError('there is nothing to draw from');
    return chosen;
  }

  /** As many different members as there are, at most `n`, in an order of its own. */
  some<T>(list: readonly T[], n: number): T[] {
    const left = [...list];
    return Array.from({ length: Math.min(n, left.length) }, () => left.splice(this.below(left.length), 1)).flat();
  }
}

/**
 * The seed of a quarter's variant (design: public batteries leak into training). With a secret, nobody can make the variant
 * before it is published; its digest in the lock shows afterwards that it was the same.
 */
export const quarterSeed = (battery: string, quarter: string, secret = ''): string => sha256(`${battery}\n${quarter}\n${secret}`);
