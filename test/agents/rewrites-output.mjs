// Tries to take back what it has printed: by truncating its standard output, by seeking in it, by writing over it through /proc.
import fs from 'node:fs';

fs.writeSync(1, 'printed first\n');
for (const attack of [
  () => fs.ftruncateSync(1, 0),
  () => fs.truncateSync('/proc/self/fd/1', 0),
  () => fs.writeSync(1, 'X', 0),
  () => fs.writeFileSync('/proc/1/fd/1', ''),
]) {
  try {
    attack();
  } catch {
    // That it cannot be done is what we hope for.
  }
}
fs.writeSync(1, 'printed last\n');
