import { createServer } from 'node:http';
import { port } from './config.js';
import { route } from './routes.js';

createServer((request, response) => {
  const { status, body } = route(request.method, request.url);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}).listen(port);
