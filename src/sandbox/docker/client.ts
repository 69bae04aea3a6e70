import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { inspect } from 'node:util';
import type Docker from 'dockerode';
import { type Endpoint, tlsOptions } from '../discovery/endpoint.js';
import { loadDockerode } from './load-dockerode.js';

/** An engine's API: dockerode for the calls, and what `hijack.ts` needs to open connections of its own. */
export interface Client {
  readonly endpoint: Endpoint;
  readonly docker: Docker;
  close(): void;
}

/** Connections are kept and used again. dockerode takes its time to load, so it is loaded by those who use it. */
export async function connect(endpoint: Endpoint): Promise<Client> {
  const Dockerode = await loadDockerode();
  // The modem has no way for all of the TLS material, so the agent carries it.
  const agent = endpoint.tls === undefined ? new PlainAgent({ keepAlive: true }) : new SecureAgent({ keepAlive: true, ...tlsOptions(endpoint) });
  // The modem writes every request out in full for its debug log, whether or not anybody reads that: all of this agent, sockets and all.
  Object.defineProperty(agent, inspect.custom, { value: () => 'Agent' });
  const docker = withoutDockerEnvironment(
    () =>
      new Dockerode({
        // An explicit undefined: what DOCKER_HOST says must not fill the gap.
        host: endpoint.host,
        socketPath: endpoint.socketPath,
        port: endpoint.port,
        protocol: endpoint.tls === undefined ? 'http' : 'https',
        agent,
      } as Docker.DockerOptions),
  );
  return {
    endpoint,
    docker,
    close: () => {
      agent.destroy();
    },
  };
}

/** docker-modem reads `DOCKER_*` on its own and throws where they are malformed; discovery has decided already. */
function withoutDockerEnvironment<T>(make: () => T): T {
  const names = ['DOCKER_HOST', 'DOCKER_CERT_PATH', 'DOCKER_CLIENT_TIMEOUT'];
  const kept = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) Reflect.deleteProperty(process.env, name);
  try {
    return make();
  } finally {
    for (const [name, value] of kept) if (value !== undefined) process.env[name] = value;
  }
}
