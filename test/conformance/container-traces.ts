import { connect } from '../../src/sandbox/docker/client.js';
import { theEngine } from '../support/engine.js';

/** Containers, running or not, that the engine has under this id. */
export async function containerTraces(id: string): Promise<string[]> {
  const { docker, close } = await connect(theEngine());
  try {
    const all = await docker.listContainers({ all: true });
    return all.filter((one) => one.Id === id || one.Names.includes(`/${id}`)).map((one) => one.Id);
  } finally {
    close();
  }
}
