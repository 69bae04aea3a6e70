import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { inPackage } from '../../src/common/package-root.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { baseImage, theEngine } from './engine.js';

/** What must not matter to a score. */
export interface Place {
  hostname: string;
  /** `TZ`, `LANG`, `LC_ALL`. */
  env: Record<string, string>;
}

/** Runs a script of `test/children/` with the built program in a container of its own, a directory mounted for reading. Returns what it printed. */
export async function runElsewhere(script: string, dir: string, { hostname, env }: Place): Promise<string> {
  const { docker, close } = await connect(theEngine());
  const container = await docker.createContainer({
    Image: await baseImage(), Hostname: hostname, Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    Entrypoint: ['node'], Cmd: [`/program/test/children/${script}`, '/program/dist', '/campaign'],
    HostConfig: { NetworkMode: 'none', Binds: [`${inPackage()}:/program:ro`, `${dir}:/campaign:ro`] },
  });
  try {
    const stream = await container.attach({ stream: true, stdout: true, stderr: true });
    const [out, err] = [new PassThrough(), new PassThrough()];
    docker.modem.demuxStream(stream, out, err);
    stream.on('end', () => { out.end(); err.end(); });
    const printed = Promise.all([text(out), text(err)]);
    await container.start();
    const { StatusCode } = (await container.wait()) as { StatusCode: number };
    const [stdout, stderr] = await printed;
    if (StatusCode !== 0) throw new Error(`exit ${String(StatusCode)}: ${stderr}`);
    return stdout;
  } finally {
    await container.remove({ force: true });
    close();
  }
}
