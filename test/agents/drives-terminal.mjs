// Says and does what would drive the terminal of whoever looks at it: colours, cursor, title, clipboard, hidden and turned text.
import fs from 'node:fs';

const ESC = '\u001b';
const EVIL = `${ESC}[2J${ESC}[1;31mred${ESC}]0;title\u0007${ESC}]52;c;aGk=\u0007\u009b5A\u202egnp.exe\u2066\u200b\rover`;
fs.writeFileSync(`${EVIL.replaceAll('/', '')}`, `${EVIL}\n`);
fs.writeFileSync('seen.txt', `${EVIL}\n`);
process.stderr.write(`${EVIL}\n`);
process.stdout.write(`${EVIL}\n${JSON.stringify({ answers: { [EVIL]: { value: EVIL, source: EVIL, quote: EVIL } } })}\n`);
