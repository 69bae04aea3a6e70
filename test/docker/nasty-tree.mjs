// Makes, inside a sandbox, what a file system can hold that tools trip over. Needs nothing but node and coreutils.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:net';

const home = '/home/dev';
const work = '/home/projects/app';
const run = (...argv) => execFileSync(argv[0], argv.slice(1));
const bytes = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));

// Names that are no text, or text that looks like something else.
fs.writeFileSync(bytes(`${work}/invalid-`, [0xff, 0xfe]), 'not utf-8');
fs.writeFileSync(bytes(`${work}/cut-`, [0xe2, 0x82]), 'half a character');
fs.mkdirSync(bytes(`${work}/dir-`, [0x80]));
fs.writeFileSync(bytes(`${work}/dir-`, [0x80], '/inside'), 'below a name that is not utf-8');
for (const name of ['new\nline', ' spaces ', '-rf', 'back\\slash', '\\xff', 'tab\t', 'quote"\'', '*?[', '\u{1F600}', 'e\u0301', '\u00e9', '\ufffd', '=', 'a=b', '\x01\x7f']) {
  fs.writeFileSync(`${work}/${name}`, name);
}
fs.writeFileSync(`${work}/${'n'.repeat(255)}`, 'longest name');
fs.writeFileSync(bytes(`${work}/`, new Array(255).fill(0xfd)), 'longest invalid name');
fs.mkdirSync(`${work}/${'deep/'.repeat(60)}`, { recursive: true });
fs.writeFileSync(`${work}/${'deep/'.repeat(60)}bottom`, 'long path');

// Links.
fs.symlinkSync('/etc/passwd', `${home}/absolute`);
fs.symlinkSync('../../..', `${home}/upwards`);
fs.symlinkSync('nowhere', `${home}/dangling`);
fs.symlinkSync('loop', `${home}/loop`);
fs.symlinkSync('x'.repeat(1000), `${home}/long`);
fs.symlinkSync(bytes('to-', [0xff]), `${home}/to-invalid`);
fs.symlinkSync('a', bytes(`${home}/invalid-link-`, [0xff]));
fs.symlinkSync('/etc', `${home}/etc`);

// Hard links, in both orders and across directories.
fs.writeFileSync(`${work}/m-linked`, 'one content, several names');
fs.linkSync(`${work}/m-linked`, `${work}/a-linked`);
fs.linkSync(`${work}/m-linked`, `${work}/z-linked`);
fs.linkSync(`${work}/m-linked`, `${home}/home-linked`);
fs.linkSync(`${work}/m-linked`, bytes(`${work}/linked-`, [0xff]));
fs.linkSync(`${home}/dangling`, `${home}/dangling-too`);

// Sizes and holes.
fs.writeFileSync(`${work}/empty`, '');
fs.closeSync(fs.openSync(`${work}/sparse`, 'w'));
fs.truncateSync(`${work}/sparse`, 16 * 1024 * 1024);
for (const size of [511, 512, 513]) fs.writeFileSync(`${work}/block-${size}`, 'b'.repeat(size));
fs.writeFileSync(`${work}/big`, Buffer.alloc(8 * 1024 * 1024, 'big '));

// Modes.
for (const mode of ['0000', '0200', '4755', '2755', '1644', '0777']) {
  fs.writeFileSync(`${home}/mode-${mode}`, mode);
  run('chmod', mode, `${home}/mode-${mode}`);
}
fs.mkdirSync(`${home}/sticky`);
run('chmod', '3777', `${home}/sticky`);
fs.mkdirSync(`${home}/locked`);
fs.writeFileSync(`${home}/locked/inside`, 'behind a directory that nobody may enter');
run('chmod', '0000', `${home}/locked`);

// What is no file.
run('mkfifo', `${work}/fifo`);
fs.linkSync(`${work}/fifo`, `${work}/fifo-too`);
createServer().listen(`${work}/socket`, () => {
  fs.chmodSync(`${work}/socket`, 0o600);
  process.kill(process.pid, 'SIGKILL'); // so that the socket's file stays
});

// What was seeded: gone, replaced, renamed.
fs.rmSync(`${work}/seeded/gone`);
fs.rmSync(`${work}/seeded/replaced`);
fs.mkdirSync(`${work}/seeded/replaced`);
fs.renameSync(`${work}/seeded/moved`, `${work}/moved`);
fs.rmSync(`${work}/seeded/emptied`, { recursive: true });
fs.mkdirSync(`${work}/seeded/emptied`);
fs.writeFileSync(`${work}/seeded/emptied/new`, 'new');
fs.appendFileSync(`${work}/seeded/grown`, ' and more');
