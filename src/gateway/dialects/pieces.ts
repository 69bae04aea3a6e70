const PIECE = 2048;

/** Text in pieces of at most 2048 code points, at least one: what a stream sends one after the other. */
export function pieces(text: string): string[] {
  if (text.length <= PIECE) return [text];
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / PIECE) }, (_, at) => characters.slice(at * PIECE, (at + 1) * PIECE).join(''));
}
