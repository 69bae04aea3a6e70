// Says and leaves what a careless page would run, hide or break on: markup, escape sequences, turned text, tags that only models read.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ESC = '\u001b';
const EVIL = `</pre></script></title><script>document.title='owned'</script><svg onload="document.title='owned'"></svg><img src="https://example.invalid/x" onerror="document.title='owned'"><style>*{display:none}</style>${ESC}[31mred${ESC}]8;;https://example.invalid\u0007link\u202egnp.exe\u2066\u200b\u{e0041}\rover`;
const name = EVIL.replaceAll('/', '').slice(0, 120);
const memory = path.join(os.homedir(), '.notes');

process.stdin.resume();
fs.writeFileSync(name, `${EVIL}\n`);
fs.mkdirSync(memory, { recursive: true });
fs.writeFileSync(path.join(memory, name), `${EVIL}\n`);
fs.writeFileSync(path.join(memory, 'two\nlines "quoted"'), `a name of two lines ${EVIL}\n`);
fs.writeFileSync(Buffer.concat([Buffer.from(`${memory}/caf`), Buffer.from([0xe9])]), `a name that is no text ${EVIL}\n`);
fs.mkdirSync(path.join(memory, '.git'));
fs.writeFileSync(path.join(memory, '.git', 'HEAD'), 'ref: refs/heads/main\n');
process.stderr.write(`${EVIL}\n`);
process.stdout.write(`${EVIL}\n${'<b>'.repeat(10 * 1024 * 1024 / 3)}\n`);
const answer = { value: EVIL, source: EVIL, quote: EVIL };
process.stdout.write(`${JSON.stringify({ answers: Object.fromEntries(['database', 'export_format', 'upload_retries', 'launch_month'].map((id) => [id, answer])) })}\n`);
process.exitCode = 0;
process.stdin.destroy();
