// Takes memory until somebody stops it.
const hoard = [];
for (;;) hoard.push(Buffer.alloc(16 * 1024 * 1024, hoard.length));
