import { type Command, Option } from 'commander';
import type Docker from 'dockerode';
import type { BuiltImage, ListedImage } from '../sandbox/images.js';
import { jsonText } from './output/json.js';

interface ListOptions {
  json?: boolean;
}

interface BuildOptions extends ListOptions {
  base?: string;
}

type NamedImage = BuiltImage & { name: string };

/** `cleanslate images`: what sandboxes are made from on this engine. */
export function registerImages(program: Command): void {
  const images = program
    .command('images')
    .description('lists and builds the images that sandboxes are made from')
    .addHelpText('after', '\nExample:\n  cleanslate images build base\n');

  images
    .command('list', { isDefault: true })
    .description('lists the images, whether they are built, and which are outdated')
    .addOption(engineOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate images list --json\n')
    .action((options: ListOptions) => list(options));

  images
    .command('build')
    .description('builds images; those that are built already are left as they are')
    .argument('[names...]', 'folders of images/; all of them if none is given')
    .addOption(engineOption())
    .option('--base <reference>', 'what the base image is built on (default: debian:bookworm-slim, else what this machine can make)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  cleanslate images build base --base debian:bookworm-slim\n')
    .action((names: string[], options: BuildOptions) => build(names, options));
}

/** `local` is not among them: its sandboxes have no images. */
const engineOption = (): Option => new Option('--engine <engine>', 'which engine to use').choices(['auto', 'docker']).default('auto');

async function list({ json = false }: ListOptions): Promise<void> {
  const { listImages } = await import('../sandbox/images.js');
  const listed = await withEngine((docker) => listImages(docker));
  process.stdout.write(json ? jsonText(listed) : listed.map(row).join(''));
}

async function build(names: readonly string[], { base, json = false }: BuildOptions): Promise<void> {
  const { ensureImages, imageNames, readImageFolder } = await import('../sandbox/images.js');
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  // Of all images, those that can be made; one that is named must be.
  const canBeMade = (name: string): boolean => {
    const { provided } = readImageFolder(name);
    if (provided === undefined || provided.directory !== undefined) return true;
    log(`left out ${name}: ${provided.variable} does not say where its program is`);
    return false;
  };
  const wanted = names.length === 0 ? imageNames().filter(canBeMade) : names;
  const built = await withEngine((docker) => ensureImages(docker, wanted, { log, ...(base !== undefined && { base }) }));
  const images = [...built].map(([name, image]): NamedImage => ({ name, ...image }));
  const line = ({ reference, digest, built }: NamedImage): string => `${reference}  ${digest}  ${built ? 'built' : 'already there'}\n`;
  process.stdout.write(json ? jsonText(images) : images.map(line).join(''));
}

async function withEngine<T>(use: (docker: Docker) => Promise<T>): Promise<T> {
  const { discover } = await import('../sandbox/discover.js');
  const { connect } = await import('../sandbox/docker/client.js');
  const { engine, warnings } = await discover('docker');
  for (const line of warnings) process.stderr.write(`cleanslate: ${line}\n`);
  if (engine.kind === 'local') throw new TypeError('discover("docker") never gives the local engine');
  const client = await connect(engine.endpoint);
  try {
    return await use(client.docker);
  } finally {
    client.close();
  }
}

function row({ reference, digest, size, present, state }: ListedImage): string {
  const what = present ? `${(digest ?? '').slice(0, 19)}  ${String(Math.round((size ?? 0) / 1e6)).padStart(5)} MB  ${state}` : 'not built';
  return `${reference.padEnd(40)}  ${what}\n`;
}
