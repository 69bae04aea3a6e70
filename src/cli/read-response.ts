import { open, type FileHandle } from 'node:fs/promises';
import { messageOf, UserError } from '../common/errors.js';

/** No response is longer; a larger file was given by mistake. Bytes. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/**
 * Reads a response, from a file or, for `-`, from standard input. The text is the bytes as they are, a byte order mark included.
 * @throws UserError CLEANSLATE_RESPONSE_UNREADABLE for what is missing, a directory, too large or not UTF-8
 */
export async function readResponse(path: string): Promise<string> {
  const bytes = await readResponseBytes(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw refusal(path)('is not UTF-8 text', cause);
  }
}

/** The same as bytes, whatever they are. @throws UserError CLEANSLATE_RESPONSE_UNREADABLE for what is missing, a directory or too large */
export async function readResponseBytes(path: string): Promise<Buffer> {
  const refuse = refusal(path);
  return (path === '-' ? readCapped(process.stdin, refuse) : readFile(path, refuse)).catch((cause: unknown) => {
    throw cause instanceof UserError ? cause : refuse(messageOf(cause), cause);
  });
}

const refusal = (path: string): Refuse => (message, cause) =>
  new UserError('CLEANSLATE_RESPONSE_UNREADABLE', message, { where: path === '-' ? 'standard input' : path, hint: 'give the file with the final answer, in JSON', cause });

type Refuse = (message: string, cause?: unknown) => UserError;

async function readFile(path: string, refuse: Refuse): Promise<Buffer> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (cause) {
    throw refuse((cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : messageOf(cause), cause);
  }
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw refuse('is a directory');
    if (stats.size > MAX_RESPONSE_BYTES) throw tooLarge(refuse);
    return await readCapped(file.createReadStream({ autoClose: false }), refuse);
  } finally {
    await file.close();
  }
}

/** What is no regular file tells no size beforehand. */
async function readCapped(stream: AsyncIterable<unknown>, refuse: Refuse): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > MAX_RESPONSE_BYTES) throw tooLarge(refuse);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (refuse: Refuse): UserError => refuse(`is larger than ${String(MAX_RESPONSE_BYTES / 1024 / 1024)} MiB`);
