// floods.mjs MEGABYTES: writes them to standard output as fast as the reader lets it.
const chunk = Buffer.alloc(1024 * 1024, 'flood ');
const write = (left) => {
  if (left > 0) process.stdout.write(chunk, () => write(left - 1));
};
write(Number(process.argv[2]));
