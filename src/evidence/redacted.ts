import { Writable, type Transform } from 'node:stream';

/** A file that gets what `scrub` leaves of what is written. It has finished when the file has. */
export function redacted(file: Writable, scrub: Transform): Writable {
  scrub.pipe(file);
  const stream = new Writable({
    write: (chunk: Uint8Array, encoding, done) => void scrub.write(chunk, encoding, done),
    final: (done) => {
      file.once('finish', () => { done(); });
      scrub.end();
    },
    destroy: (error, done) => {
      scrub.destroy();
      file.destroy();
      done(error);
    },
  });
  file.on('error', (error) => stream.destroy(error));
  return stream;
}
