// node own-container.mjs SOCKET IMAGE stay|close: prints the id of a container that it holds, once it has a guard or (`close`) has none
// any more. Stays alive. Runs compiled, as harnesses do.
import { DockerProvider } from '../../dist/sandbox/docker.js';

const [socketPath, image, what] = process.argv.slice(2);
const provider = new DockerProvider({ address: `unix://${socketPath}`, socketPath });
const limits = { memory_mb: 64, cpus: 1, pids: 32 };
const sandbox = await provider.create({ image, limits, purpose: { campaign: 'orphans', trial: 'one', attempt: 1 } });
const { stdout, stderr } = await sandbox.start(['sleep', '600']);
stdout.resume();
stderr.resume();
if (what === 'close') await provider.close();
process.stdout.write(`${sandbox.id}\n`);
setInterval(() => undefined, 60_000);
