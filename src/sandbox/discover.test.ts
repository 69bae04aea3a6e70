import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createRawServer } from 'node:net';
import { dirname, join } from 'node:path';
import { dirSync } from 'tmp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../common/digest.js';
import { discover, type Surroundings } from './discover.js';

let base: { name: string; removeCallback: () => void };
let here: Surroundings;
const servers: { close(): unknown }[] = [];
const at = (name: string): string => join(base.name, name);

beforeEach(() => {
  base = dirSync({ unsafeCleanup: true });
  here = { env: { XDG_RUNTIME_DIR: at('run') }, home: at('home'), uid: 12345, privateSocket: at('private.sock'), systemRoot: base.name };
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  base.removeCallback();
});

/** Something that answers like an engine, on a socket of this test's own. */
async function engineAt(name: string, headers: Record<string, string> = { 'Api-Version': '1.41', Ostype: 'linux' }, status = 200): Promise<string> {
  mkdirSync(dirname(at(name)), { recursive: true });
  const server: Server = createServer((request, response) => {
    response.writeHead(request.url === '/_ping' ? status : 404, headers).end('OK');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(at(name), resolve));
  return at(name);
}

function writeJson(name: string, content: unknown): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), JSON.stringify(content));
}

const addContext = (name: string, host: string): void => {
  writeJson(`home/.docker/contexts/meta/${sha256(name)}/meta.json`, { Name: name, Endpoints: { docker: { Host: host, SkipTLSVerify: false } } });
};

test('without any engine the local one is used, and docker is refused with what was tried and what to do', async () => {
  const { engine, probes, warnings } = await discover('auto', here);
  expect(engine).toEqual({ kind: 'local' });
  expect(probes.at(-1)).toEqual({ candidate: 'local', outcome: 'chosen', why: 'no engine answered' });
  expect(probes.slice(0, -1).every(({ outcome }) => outcome === 'absent')).toBe(true);
  expect(warnings).toEqual([]);
  const refusal = discover('docker', here);
  await expect(refusal).rejects.toMatchObject({ code: 'CLEANSLATE_NO_ENGINE', exitCode: 3, hint: expect.stringContaining('make engine') as unknown });
  await expect(refusal).rejects.toThrow(at('private.sock'));
});

test('the order is: DOCKER_HOST, context, usual sockets of Docker, those of Podman, the private engine', async () => {
  const places: [string, () => void][] = [
    ['private.sock', () => undefined],
    ['run/podman/podman.sock', () => undefined],
    ['var/run/docker.sock', () => undefined],
    ['context.sock', () => {
      addContext('mine', `unix://${at('context.sock')}`);
      writeJson('home/.docker/config.json', { currentContext: 'mine' });
    }],
    ['host.sock', () => {
      here.env['DOCKER_HOST'] = `unix://${at('host.sock')}`;
    }],
  ];
  for (const [name, arrange] of places) {
    await engineAt(name);
    arrange();
    const { engine, probes } = await discover('auto', here);
    expect(engine).toMatchObject({ kind: 'docker', endpoint: { socketPath: at(name) } });
    const chosen = probes.findIndex(({ outcome }) => outcome === 'chosen');
    expect(probes.slice(chosen + 1).every(({ outcome }) => outcome === 'not-asked')).toBe(true);
  }
});

test('local is used when asked for, whatever answers', async () => {
  await engineAt('private.sock');
  expect((await discover('local', here)).engine).toEqual({ kind: 'local' });
});

test('a DOCKER_HOST that does not answer is reported, and the search goes on', async () => {
  here.env['DOCKER_HOST'] = `unix://${at('gone.sock')}`;
  await engineAt('private.sock');
  for (const choice of ['auto', 'docker'] as const) {
    const { engine, warnings } = await discover(choice, here);
    expect(engine).toMatchObject({ name: 'private engine' });
    expect(warnings).toEqual([`DOCKER_HOST (unix://${at('gone.sock')}) is set but cannot be used: no such socket; using private engine (unix://${at('private.sock')}) instead`]);
  }
});

test.for([
  ['ssh://somewhere', /forward its socket/],
  ['http://', /no address of an engine/],
  ['npipe:////./pipe/docker_engine', /no address of an engine/],
] as const)('DOCKER_HOST=%s is reported with what to do', async ([address, words]) => {
  here.env['DOCKER_HOST'] = address;
  const { engine, probes, warnings } = await discover('auto', here);
  expect(engine.kind).toBe('local');
  expect(probes[0]).toMatchObject({ candidate: 'DOCKER_HOST', outcome: 'unusable', why: expect.stringMatching(words) as unknown });
  expect(warnings).toHaveLength(1);
});

test('DOCKER_CONTEXT overrides the configuration; a context that is not there is reported with its file', async () => {
  await engineAt('other.sock');
  addContext('other', `unix://${at('other.sock')}`);
  writeJson('home/.docker/config.json', { currentContext: 'lost' });
  const lost = await discover('auto', here);
  expect(lost.warnings[0]).toContain(`${sha256('lost')}/meta.json`);
  here.env['DOCKER_CONTEXT'] = 'other';
  expect((await discover('auto', here)).engine).toMatchObject({ name: 'Docker context other' });
  here.env['DOCKER_CONTEXT'] = 'default';
  expect((await discover('auto', here)).engine.kind).toBe('local');
});

test('tcp addresses carry TLS material, from DOCKER_CERT_PATH or the context', async () => {
  for (const name of ['ca', 'cert', 'key']) {
    for (const folder of ['certs', `home/.docker/contexts/tls/${sha256('far')}/docker`]) {
      mkdirSync(at(folder), { recursive: true });
      writeFileSync(at(`${folder}/${name}.pem`), `${name} of ${folder}`);
    }
  }
  const { fromDockerHost, fromContext } = await import('./discovery/context.js');
  const fromHost = fromDockerHost({ DOCKER_HOST: 'tcp://[::1]', DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: at('certs') }, here.home);
  expect(fromHost).toMatchObject({ host: '::1', port: 2376, tls: { ca: 'ca of certs', cert: 'cert of certs', key: 'key of certs', verify: true } });
  expect(fromDockerHost({ DOCKER_HOST: 'engine.example:1234' }, here.home)).toEqual({ address: 'tcp://engine.example:1234', host: 'engine.example', port: 1234 });
  addContext('far', 'tcp://engine.example:2376');
  expect(fromContext({ DOCKER_CONTEXT: 'far' }, here.home)?.endpoint.tls?.key).toContain('key of home');
});

test('what answers but cannot run our sandboxes is passed over: another OS, an error, no HTTP, silence', async () => {
  await engineAt('home/.docker/run/docker.sock', { Ostype: 'windows' });
  await engineAt('home/.docker/desktop/docker.sock', {}, 500);
  const babbler = createRawServer((socket) => socket.on('error', () => undefined).end('hello'));
  const silent = createRawServer((socket) => socket.on('error', () => undefined).resume());
  for (const [server, name] of [[babbler, 'run/docker.sock'], [silent, 'run/podman/podman.sock']] as const) {
    mkdirSync(dirname(at(name)), { recursive: true });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(at(name), resolve));
  }
  const { engine, probes } = await discover('auto', here);
  expect(engine.kind).toBe('local');
  const why = new Map(probes.map((probe) => [probe.candidate.replace(/.*unix:\/\/(.*)\)/, '$1'), probe.why]));
  expect(why.get(at('home/.docker/run/docker.sock'))).toBe('runs windows containers');
  expect(why.get(at('home/.docker/desktop/docker.sock'))).toContain('HTTP 500');
  expect(why.get(at('run/docker.sock'))).toContain('Parse Error');
  expect(why.get(at('run/podman/podman.sock'))).toBe('no answer within 3000 ms');
});
