import { createReadStream } from 'node:fs';
import type Docker from 'dockerode';
import { HarnessError } from '../../common/errors.js';
import { call } from '../docker/call.js';
import { wordsOf } from '../docker/failures.js';
import { REPOSITORY } from './key.js';
import { exclusively } from './lock.js';
import { engineCpu, presentImage } from './present.js';
import { rootKey, thisDistribution, withRootFilesystem, type Distribution } from './root-filesystem.js';
import { drain } from './stream.js';

/** The root file system of the base image, where a registry answers. */
export const DEFAULT_BASE = 'debian:bookworm-slim';

/** A pull or an import to an engine that may be far. */
const PATIENCE_MS = 1_800_000;

/**
 * The reference of what `images/base` is built on here, without fetching anything: what the user named, else what the
 * engine has already (the registry's or our own), else undefined.
 */
export async function knownBase(docker: Docker, base?: string): Promise<string | undefined> {
  if (base !== undefined && base !== DEFAULT_BASE) return base;
  if (await presentImage(docker, DEFAULT_BASE)) return DEFAULT_BASE;
  const distribution = await thisDistribution();
  if (distribution === undefined) return undefined;
  const own = rootReference(distribution);
  return (await presentImage(docker, own)) ? own : undefined;
}

/**
 * Makes sure that the engine has a root file system to build on and gives its reference: from a registry, or, for the
 * default one where none answers, from the distribution's packages.
 */
export async function ensureBase(docker: Docker, base: string | undefined, log: (line: string) => void): Promise<string> {
  const known = await knownBase(docker, base);
  if (known !== undefined && (await presentImage(docker, known))) return known;
  const wanted = known ?? DEFAULT_BASE;
  return exclusively(`base-${wanted.replaceAll(/[^\w.-]/g, '-')}`, async () => {
    const meanwhile = await knownBase(docker, base);
    if (meanwhile !== undefined && (await presentImage(docker, meanwhile))) return meanwhile;
    try {
      log(`pulling ${wanted}`);
      await call(`pulling ${wanted}`, async (abortSignal) => drain(await docker.pull(wanted, { abortSignal }), () => undefined), PATIENCE_MS);
      return wanted;
    } catch (error) {
      if (error instanceof HarnessError && error.code === 'CLEANSLATE_ENGINE_LOST') throw error;
      if (wanted !== DEFAULT_BASE) throw noBase(wanted, error);
      log(`no registry answered: ${reasonOf(error)}`);
      return await makeRoot(docker, error, log);
    }
  });
}

async function makeRoot(docker: Docker, pullError: unknown, log: (line: string) => void): Promise<string> {
  const distribution = await thisDistribution();
  if (distribution === undefined || (await engineCpu(docker)) !== process.arch) throw noBase(DEFAULT_BASE, pullError);
  const reference = rootReference(distribution);
  log(`making a root file system from the packages of ${distribution.id} ${distribution.codename}`);
  await withRootFilesystem(distribution, log, async (tar) => {
    const [repo, tag] = reference.split(':');
    const body = createReadStream(tar);
    await call(`importing ${reference}`, async (abortSignal) => drain(await docker.importImage(body, { repo, tag, abortSignal }), () => undefined), PATIENCE_MS);
  });
  return reference;
}

const rootReference = (distribution: Distribution): string => `${REPOSITORY}/root:${rootKey(distribution)}`;

/** The engine's reason for refusing a pull, without the HTTP that dockerode puts before it. */
const reasonOf = (error: unknown): string => wordsOf((error as Error).cause ?? error).replace(/^\(HTTP code \d+\) [^-]* - /, '');

const noBase = (wanted: string, cause: unknown): HarnessError =>
  new HarnessError('CLEANSLATE_IMAGE_BASE', `the base image ${wanted} cannot be pulled: ${reasonOf(cause)}`, {
    hint: 'name another one with --base; one that the engine has already is not pulled',
    cause,
  });
