import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UserError, messageOf } from '../../common/errors.js';
import { REPORT_DIR } from '../../evidence/layout.js';

/** Writes text piece by piece: to a file, which appears when it is complete, or to standard output. */
export async function writeOut(file: string | undefined, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  if (file === undefined) return pipeline(Readable.from(pieces), process.stdout, { end: false });
  const incoming = `${file}.incoming`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await pipeline(Readable.from(pieces), createWriteStream(incoming));
    await rename(incoming, file);
  } catch (cause) {
    await rm(incoming, { force: true });
    if (!isFileFault(cause)) throw cause;
    throw new UserError('CLEANSLATE_OUT', `cannot be written: ${messageOf(cause)}`, { where: file, hint: 'give another --out', cause });
  }
}

const isFileFault = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string';

/** A file among the evidence would make `verify` fail. @throws UserError */
export function refuseAmongEvidence(dir: string, out: string): void {
  const inside = relative(resolve(dir), resolve(out));
  const [first] = inside.split(sep);
  if (first === '..' || first === REPORT_DIR || resolve(out) === inside) return;
  throw new UserError('CLEANSLATE_OUT', 'is among the evidence of the campaign', { where: out, hint: `write it elsewhere, or into ${REPORT_DIR}/` });
}
