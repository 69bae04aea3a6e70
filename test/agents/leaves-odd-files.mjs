// Leaves in its workspace and home what is hard to copy, to read or to name, and a way out for whoever follows links.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createServer } from 'node:net';

execFileSync('mkfifo', ['pipe']);
fs.symlinkSync('/etc/passwd', 'way-out');
fs.symlinkSync('../../../../..', 'way-up');
fs.writeFileSync('two\nlines', 'a name of two lines\n');
fs.writeFileSync(Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'a name that is not UTF-8\n');
fs.writeFileSync('\u{1b}[2Jcleared', 'a name that clears the screen\n');
fs.writeFileSync('kept-secret', 'nobody may read this\n');
fs.chmodSync('kept-secret', 0);
fs.mkdirSync('locked');
fs.writeFileSync('locked/inside', 'behind a closed door\n');
fs.chmodSync('locked', 0);
fs.writeFileSync('.gitignore', 'ignored.txt\n');
fs.writeFileSync('ignored.txt', 'git does not look at this\n');
fs.rmSync('minnow.mjs');
fs.mkdirSync('minnow.mjs');
fs.rmSync('listens.mjs');
fs.symlinkSync('answers.mjs', 'listens.mjs');
fs.renameSync('floods.mjs', 'flooded.mjs');
fs.chmodSync('hoards.mjs', 0o700);
fs.writeFileSync('hole', '');
fs.truncateSync('hole', 300 * 2 ** 20);
fs.writeFileSync('endless', 'a beginning');
fs.truncateSync('endless', 5 * 2 ** 30);
fs.mkdirSync(`${process.env.HOME}/.cache`);
fs.writeFileSync(`${process.env.HOME}/.cache/made`, 'made again at any time\n');
fs.writeFileSync(`${process.env.HOME}/.notes`, 'remember me\n');
createServer().listen('socket', () => process.kill(process.pid, 'SIGKILL')); // so that the socket's file stays
