import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Signal } from '../../agents/adapter.js';
import { HarnessError } from '../../common/errors.js';
import { HttpProxy } from '../../gateway/services/http-proxy.js';
import { StdioBridge } from '../../gateway/services/stdio-bridge.js';
import type { Exchange } from '../../gateway/services/exchanges.js';
import type { ServerStreams } from '../../gateway/services/stdio-server.js';
import { StdioServer } from '../../gateway/services/stdio-server.js';
import { stdioRelayCommand } from '../../gateway/relay/program.js';
import { StdioRelay } from '../../gateway/relay/stdio-relay.js';
import { HOME, USER } from '../../sandbox/layout.js';
import type { Door, Exit, Running, Sandbox } from '../../sandbox/sandbox.js';
import type { PlannedService } from '../planned.js';

const MS = 1000;
/** Ms that a service has to end by itself. */
const PATIENCE_MS = 5_000;

/** What a running service is to an attempt: something that answers, and ends. */
export interface ServiceRunner {
  answer(request: IncomingMessage, response: ServerResponse, exchange: (body: Uint8Array) => Exchange): Promise<void>;
  /** Ends it as its user would, so that it can write what it still has to. Its sandbox is ended afterwards. */
  end(): Promise<void>;
  /** That it ended by itself before that. */
  lost(): Signal[];
}

export interface RunnerOptions {
  service: PlannedService;
  sandbox: Sandbox;
  /** Keeps what a run of it says on standard error. */
  keepError(stderr: ServerStreams['stderr']): void;
  /** Begins the record of what the harness asks. */
  ask(method: string, target: string, body: Uint8Array): Exchange;
}

/** Starts a service in a sandbox that is seeded and proved. Resolves once it has answered. @throws HarnessError CLEANSLATE_SERVICE where it does not */
export const startService = (options: RunnerOptions): Promise<ServiceRunner> =>
  options.service.protocol === 'mcp-stdio' ? startStdio(options) : startHttp(options);

export const lostSignal = (service: string, how: string): Signal => ({ blame: 'harness', kind: 'service-lost', message: `service \`${service}\` ended while its agent could still use it${how === '' ? '' : `: ${how}`}` });

const notReady = ({ name, ready_seconds }: PlannedService, why: string): HarnessError =>
  new HarnessError('CLEANSLATE_SERVICE', `service \`${name}\` ${why === '' ? `gave no answer within ${String(ready_seconds)} s` : `ended before it had answered: ${why}`}`, { hint: 'see `command`, `env` and `protocol` of the service; what it printed is in its folder of the session' });

/** Asked by the harness itself: a server that answers this is the one that agents will get. */
const INITIALIZE = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'client', version: '1.0.0' } } };

async function startStdio({ service, sandbox, keepError, ask }: RunnerOptions): Promise<ServiceRunner> {
  const { name, command, env, ready_seconds } = service;
  let door: Door | undefined;
  await sandbox.hold({ before: (opened) => { door = opened; return Promise.resolve(); } });
  const run = async (): Promise<ServerStreams> => {
    if (!door) throw new HarnessError('CLEANSLATE_SERVICE', `service \`${name}\` has no sandbox`);
    const all = { HOME, USER: USER.name, LANG: 'C.UTF-8', TMPDIR: '/tmp', ...env };
    const streams = await door.helper(['/usr/bin/env', ...Object.entries(all).map(([key, value]) => `${key}=${value}`), '/bin/sh', '-c', 'cd && exec "$@"', 'sh', ...command], 'own');
    keepError(streams.stderr);
    return streams;
  };
  const first = new StdioServer(await run());
  const exchange = ask('POST', '/mcp', Buffer.from(JSON.stringify(INITIALIZE)));
  const answer = await inTime(first.ask(INITIALIZE), ready_seconds * MS);
  exchange.end(answer ? 200 : 502, Buffer.from(answer ? JSON.stringify(answer) : ''), answer !== undefined);
  if (!answer) throw notReady(service, first.died ? first.lastWords || 'it said nothing' : '');
  await first.end(PATIENCE_MS);
  const bridge = new StdioBridge(run);
  return {
    answer: (request, response, begin) => bridge.answer(request, response, begin),
    end: () => bridge.end(),
    lost: () => bridge.died.map((server) => lostSignal(name, server.lastWords)),
  };
}

async function startHttp({ service, sandbox, keepError, ask }: RunnerOptions): Promise<ServiceRunner> {
  const { name, command, env, port, ready_seconds } = service;
  let relay: StdioRelay | undefined;
  const running: Running = await sandbox.start(command, { env, cwd: HOME, before: async (door) => {
    relay = await StdioRelay.start(await door.helper(stdioRelayCommand(`127.0.0.1:${String(port)}`, 'dial')), (connection) => { connection.destroy(); });
  } });
  running.stdout.resume();
  keepError(running.stderr as ServerStreams['stderr']);
  const gone = new AbortController();
  let ending = false;
  let exit: Exit | undefined;
  const over = running.exit.then((ended) => { if (!ending) exit = ended; }, () => undefined).finally(() => { gone.abort(); });
  const proxy = new HttpProxy(() => {
    if (!relay) throw new HarnessError('CLEANSLATE_SERVICE', `service \`${name}\` has no way in`);
    return relay.open();
  });
  const exchange = ask('GET', '/', Buffer.alloc(0));
  const ready = await proxy.ready(ready_seconds * MS, gone.signal);
  exchange.end(ready ? 200 : 502, Buffer.alloc(0), ready);
  if (!ready) throw notReady(service, exit ? howItEnded(exit) : '');
  return {
    answer: (request, response, begin) => proxy.answer(request, response, begin),
    end: async () => {
      if (!exit) {
        ending = true;
        // All but the first process of its container and the shell that says so.
        const asking = await sandbox.exec(['/bin/sh', '-c', 'kill -TERM -1']);
        asking.stdout.resume();
        asking.stderr.resume();
        await asking.exit.catch(() => undefined);
        await inTime(over, PATIENCE_MS);
      }
      relay?.close();
    },
    lost: () => (exit ? [lostSignal(name, howItEnded(exit))] : []),
  };
}

const howItEnded = ({ reason, code, signal }: Exit): string => (reason !== 'exit' ? reason : signal ?? `exit code ${String(code)}`);

/** What it resolves with; undefined where that takes too long. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => { timer = setTimeout(() => { resolve(undefined); }, ms); });
  return Promise.race([work, late]).finally(() => { clearTimeout(timer); });
}
