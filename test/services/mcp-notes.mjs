// The same notes as an MCP server over streamable HTTP, made with the protocol's own library, which is in the image of its memory server.
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const FILE = '/home/dev/notes.txt';
const LIBRARY = '/usr/local/lib/server-memory/node_modules/@modelcontextprotocol/sdk/dist/esm';
const [{ Server }, { StreamableHTTPServerTransport }, { CallToolRequestSchema, ListToolsRequestSchema }] = await Promise.all(
  ['server/index.js', 'server/streamableHttp.js', 'types.js'].map((file) => import(`${LIBRARY}/${file}`)),
);
const TOOLS = [
  { name: 'note', description: 'Keeps a text.', inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
  { name: 'recall_notes', description: 'Gives back every text that was kept.', inputSchema: { type: 'object', properties: {} } },
];
const numbered = () => readFileSync(FILE, 'utf8').trimEnd().split('\n').map((line, index) => `${index + 1}: ${line}`).join('\n');
const call = ({ params }) => {
  if (params.name === 'note') appendFileSync(FILE, `${params.arguments.text}\n`);
  return { content: [{ type: 'text', text: params.name === 'note' ? 'kept' : numbered() }] };
};
createServer(async (request, response) => {
  if (request.url !== '/notes') {
    response.writeHead(404).end();
    return;
  }
  const server = new Server({ name: 'notes', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
  server.setRequestHandler(CallToolRequestSchema, call);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}).listen(8901, '127.0.0.1');
