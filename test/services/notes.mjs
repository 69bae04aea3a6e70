// Keeps notes and gives them back over HTTP; breaks where it is told to, at once or a little later.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const FILE = '/home/dev/notes.txt';
process.once('SIGTERM', () => {
  appendFileSync(FILE, 'ended in order\n');
  process.exit(0);
});
const breakDown = () => {
  process.stderr.write('the notes are full\n');
  process.exit(4);
};
createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => { body += chunk; }).on('end', () => {
    if (request.method === 'POST') appendFileSync(FILE, `${body}\n`);
    if (request.url === '/break') breakDown();
    if (request.url === '/break-soon') setTimeout(breakDown, 500);
    response.end(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '');
  });
}).listen(8901, '127.0.0.1');
