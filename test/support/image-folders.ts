import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { onTestFinished } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { temporaryDirectory } from './temporary.js';

/** An `images/` directory of a test's own: the base as it is, and what the test adds. Gives its path. */
export function imageFolders(folders: Record<string, Record<string, string>>): string {
  const images = temporaryDirectory();
  cpSync(inPackage('images', 'base'), join(images, 'base'), { recursive: true });
  for (const [name, files] of Object.entries(folders)) {
    mkdirSync(join(images, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(images, name, file), text);
  }
  return images;
}

/** Removes all images of this name when the test is over. */
export function removeImagesAfterwards(docker: Docker, name: string): void {
  onTestFinished(async () => {
    for (const { RepoTags } of await docker.listImages({ filters: { reference: [`cleanslate/${name}`] } })) {
      for (const tag of RepoTags ?? []) await docker.getImage(tag).remove({ force: true });
    }
  });
}

/** What a command prints in a container of this image, made as sandboxes are where it matters here. */
export async function printedBy(docker: Docker, image: string, script: string): Promise<string> {
  const container = await docker.createContainer({
    Image: image,
    Cmd: ['/bin/sh', '-ec', script],
    Tty: true, // one stream, without frames
    HostConfig: { NetworkMode: 'none', Init: true },
  });
  try {
    await container.start();
    const { StatusCode } = (await container.wait()) as { StatusCode: number };
    const text = (await container.logs({ stdout: true, stderr: true })).toString().replaceAll('\r\n', '\n');
    if (StatusCode !== 0) throw new Error(`exit code ${String(StatusCode)}: ${text}`);
    return text;
  } finally {
    await container.remove({ force: true });
  }
}
