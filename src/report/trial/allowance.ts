/** Characters of a page that texts of its timeline may take, and of one text: while there are many left, and then. */
const WHOLE_PAGE = 6_000_000;
const EACH = 6000;
const SCARCE = 240;

/**
 * How much of each text a page shows. A trial whose texts would make a page that no browser likes to open shows only their
 * beginnings from some point on; each text that is cut says so, and where it stands.
 */
export class Allowance {
  private left = WHOLE_PAGE;

  /** How many characters of a text of this length are to be shown; they are then taken. */
  take(length: number): number {
    const limit = this.left > EACH ? EACH : SCARCE;
    const taken = Math.min(length, limit);
    this.left -= taken;
    return limit;
  }
}
