import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Docker from 'dockerode';
import { execa } from 'execa';
import { pack } from 'tar-stream';
import { runningProcess, type Owner } from '../../src/common/owner.js';
import { drain } from '../../src/sandbox/images/stream.js';

export const script = join(import.meta.dirname, '..', '..', 'scripts', 'engine.sh');

/** A private engine in directories of its own, beside the machine's shared one, which others use meanwhile. */
export class PrivateEngine {
  readonly run: string;
  readonly dir: string;

  constructor(directory: string, run = join(directory, 'run')) {
    this.dir = join(directory, 'engine');
    this.run = run;
  }

  /** Runs the script; never throws, the caller looks at the exit code. */
  async sh(verb: string, identity: { uid?: number; gid?: number; cwd?: string } = {}, program = script): Promise<{ exitCode: number | undefined; stdout: string; stderr: string }> {
    const env = { CLEANSLATE_ENGINE_DIR: this.dir, CLEANSLATE_ENGINE_RUN: this.run, CI: '', REQUIRE_ENGINE: '' };
    const { exitCode, stdout, stderr } = await execa(program, [verb], { env, reject: false, stdin: 'ignore', ...identity });
    return { exitCode, stdout, stderr };
  }

  get docker(): Docker {
    return new Docker({ socketPath: join(this.run, 'docker.sock') });
  }

  get identityFile(): string {
    return join(this.run, 'engine');
  }

  pid(): number {
    return Number(readFileSync(this.identityFile, 'utf8').split(' ')[0]);
  }

  /** Every process of this engine and of its containers: its command line or environment names the directory. */
  processes(): string[] {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && ['cmdline', 'environ'].some((file) => namesEngine(name, file, this)));
  }

  /** Starts a container that sleeps for an hour; gives its process on this machine. */
  async sleeper(): Promise<Owner> {
    const { docker } = this;
    if ((await docker.listImages()).length === 0) await importMachine(docker);
    const container = await docker.createContainer({
      Image: 'machine:latest',
      Cmd: ['/usr/bin/sleep', '3600'],
      HostConfig: { NetworkMode: 'none', Binds: ['/usr:/usr:ro'], Init: true },
    });
    await container.start();
    return runningProcess((await container.inspect()).State.Pid);
  }
}

/** An image that is nothing but links to the machine's own programs, so that no test fetches one. */
async function importMachine(docker: Docker): Promise<void> {
  const tar = pack();
  for (const name of ['bin', 'lib', 'lib64']) tar.entry({ name, type: 'symlink', linkname: `usr/${name}` });
  for (const name of ['usr', 'sbin']) tar.entry({ name, type: 'directory' }); // the engine mounts its init into sbin
  tar.finalize();
  const stream = await docker.importImage(Readable.from(tar), { repo: 'machine', tag: 'latest' });
  await drain(stream, () => undefined);
}

function namesEngine(pid: string, file: string, { dir, run }: PrivateEngine): boolean {
  if (Number(pid) === process.pid) return false;
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, 'latin1');
    return text.includes(`PRIVATE_ENGINE_DIR=${dir}`) || (file === 'cmdline' && text.includes(run));
  } catch {
    return false; // gone meanwhile
  }
}

/** Everything of the system that a second Docker engine is known to change. */
export async function systemState(tools: string): Promise<Record<string, string>> {
  const said = async (command: string, ...args: string[]): Promise<string> => (await execa(command, args)).stdout;
  const env = { PATH: `${tools}/usr/sbin:${process.env['PATH'] ?? ''}`, LD_LIBRARY_PATH: `${tools}/usr/lib/x86_64-linux-gnu:${tools}/usr/lib/aarch64-linux-gnu` };
  const firewall = async (tool: string): Promise<string> => {
    const { stdout } = (await execa(tool, { env, reject: false })) as { stdout?: string }; // undefined where there is no such tool
    return (stdout ?? '').replaceAll(/^#.*$|\[\d+:\d+\]/gm, ''); // dates and packet counters
  };
  return {
    links: await said('ip', '-o', 'link'),
    addresses: await said('ip', '-brief', 'address'), // without lifetimes, which count down
    routes: await said('ip', 'route'),
    firewall: (await Promise.all(['iptables-nft-save', 'ip6tables-nft-save', 'iptables-legacy-save'].map(firewall))).join('\n'),
    forwarding: readFileSync('/proc/sys/net/ipv4/ip_forward', 'utf8'),
    packages: await said('dpkg-query', '-W'),
    packageDatabase: String(statSync('/var/lib/dpkg/status').mtimeMs),
    aptLists: list('/var/lib/apt/lists'),
    aptArchives: list('/var/cache/apt/archives'),
    mounts: readFileSync('/proc/self/mountinfo', 'utf8').split('\n').filter((line) => !line.includes('cleanslate-')).join('\n'),
    places: ['/var/lib/docker', '/etc/docker', '/opt/containerd', '/run/docker', '/run/containerd', '/run/docker.sock'].map(list).join('\n'),
  };
}

/** Names and times in a directory. */
function list(directory: string): string {
  if (!existsSync(directory)) return `${directory}: none`;
  if (!statSync(directory).isDirectory()) return `${directory}: ${String(statSync(directory).mtimeMs)}`;
  const entries = readdirSync(directory).map((name) => `${name} ${String(statSync(join(directory, name)).mtimeMs)}`);
  return `${directory}: ${entries.join(', ')}`;
}
