import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/sandbox/docker/client.js';
import { ensureImages } from '../../src/sandbox/images.js';
import { drain } from '../../src/sandbox/images/stream.js';
import { PrivateEngine } from '../engine/private-engine.js';
import type { LosableEngine } from './disturbed-index.js';
import { theEngine } from './engine.js';

/** An engine that nobody else uses: its daemon may be killed. */
export interface EngineOfItsOwn extends LosableEngine {
  /** Copies images from the machine's shared engine, which builds those that it has not: nothing is fetched twice. */
  give(images: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

export async function engineOfItsOwn(): Promise<EngineOfItsOwn> {
  const directory = mkdtempSync(join(tmpdir(), 'cleanslate-engine-'));
  const engine = new PrivateEngine(directory);
  const up = async (): Promise<void> => {
    const { exitCode, stderr } = await engine.sh('up');
    if (exitCode !== 0) throw new Error(`the engine did not start: ${stderr}`);
  };
  await up();
  return {
    address: () => `unix://${engine.run}/docker.sock`,
    lose: () => { process.kill(engine.pid(), 'SIGKILL'); },
    bringBack: up,
    give: async (names) => {
      const shared = await connect(theEngine());
      try {
        const images = await ensureImages(shared.docker, names, {});
        for (const { reference } of images.values()) await drain(await engine.docker.loadImage(await shared.docker.getImage(reference).get()), () => undefined);
      } finally {
        shared.close();
      }
    },
    remove: async () => {
      await engine.sh('remove');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
