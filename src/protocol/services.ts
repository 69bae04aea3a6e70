import { z } from 'zod';
import { ENVIRONMENT_NAME, NO_ENVIRONMENT_NAME } from '../common/environment-name.js';
import { MODEL_PORT } from '../common/model-endpoint.js';

/** How a service is spoken to: an MCP server over its standard streams or over HTTP, or anything else that speaks HTTP. */
export const SERVICE_PROTOCOLS = ['mcp-stdio', 'mcp-http', 'http'] as const;

/** Where agents find a service where nothing is said. */
const FIRST_PORT = MODEL_PORT + 1;

/** A memory system, or another service, that runs beside an agent in a container of its own (docs/memory-servers.md). */
export const serviceSchema = z
  .strictObject({
    image: z.string().min(1).describe('Folder below images/.'),
    command: z.array(z.string().min(1)).min(1),
    env: z.record(z.string().regex(ENVIRONMENT_NAME, NO_ENVIRONMENT_NAME), z.string()).default({}).describe('Its environment, beside that of its image.'),
    protocol: z.enum(SERVICE_PROTOCOLS),
    port: z.int().min(1024).max(65_535).default(FIRST_PORT).describe('Where the agent finds it, on 127.0.0.1; a service that speaks HTTP listens on it in its own container.'),
    path: z.string().regex(/^\/[^\s?#]*$/, 'must be a path that starts with `/`').optional().describe('Of `mcp-http`: the path of its endpoint, by default `/mcp`.'),
    state: z
      .array(z.string().regex(/^(?!.*\/\.\.(?:\/|$))~\/[^\0]+$/, 'must be a path or glob in the home of the service, starting with `~/` and without `..`: nothing else of its container is looked at'))
      .default([])
      .describe('What it keeps, as paths or globs of its home: the state of class `service`. Anything else that it writes is undeclared.'),
    ready_seconds: z.number().positive().max(600).default(30).describe('Longest wait for its first answer, seconds.'),
  })
  .refine(({ port }) => port !== MODEL_PORT, { path: ['port'], message: `is where the model is (${String(MODEL_PORT)})` })
  .refine(({ protocol, path }) => path === undefined || protocol === 'mcp-http', { path: ['path'], message: 'is only for `protocol: mcp-http`' });

export type ServiceSpec = z.infer<typeof serviceSchema>;

/** The endpoint of an MCP server as an agent sees it. */
export const endpointOf = ({ port, path = '/mcp' }: Pick<ServiceSpec, 'port' | 'path'>): string => `http://127.0.0.1:${String(port)}${path}`;
