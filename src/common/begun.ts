/** Enough to tell what most files are. */
const HEAD_BYTES = 8;

/** The beginning of a stream of bytes, at least 8 of them where there are so many, and the whole of it, to be read once. */
export async function begun(bytes: AsyncIterable<Uint8Array>): Promise<{ head: Uint8Array; whole: AsyncGenerator<Uint8Array> }> {
  const pieces = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  return { head, whole: from(head, pieces) };
}

async function* from(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
