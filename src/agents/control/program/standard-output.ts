import { writeSync } from 'node:fs';

/** Writes all bytes before it returns, so that nothing is lost however the run ends. */
export function writeOut(bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSome(bytes.subarray(done));
}

function writeSome(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    // A pipe that is full for the moment: its reader is slower than we are.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return 0;
  }
}
