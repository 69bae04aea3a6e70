// listens.mjs PORT: answers on the loopback address until it is ended.
import { createServer } from 'node:net';

createServer((socket) => socket.end()).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
