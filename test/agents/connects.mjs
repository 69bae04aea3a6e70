// connects.mjs PORT: says whether something answers on the loopback address.
import { connect } from 'node:net';

const socket = connect({ host: '127.0.0.1', port: Number(process.argv[2]) });
socket.on('connect', () => {
  console.log('connected');
  socket.destroy();
});
socket.on('error', ({ code }) => console.log(code));
