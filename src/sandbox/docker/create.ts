import type { Container } from 'dockerode';
import type Docker from 'dockerode';
import type { Owner } from '../../common/owner.js';
import type { SandboxSpec } from '../sandbox.js';
import { call } from './call.js';
import { createOptions } from './create-options.js';
import { creationFailure, limitsRefused } from './failures.js';
import { post } from './post.js';
import { removeContainer } from './remove.js';

/**
 * A container for a sandbox, not started. An engine that would leave out a limit says so in a warning only: that is refused here.
 * Errors: CLEANSLATE_IMAGE_MISSING, CLEANSLATE_LIMITS_REFUSED, CLEANSLATE_NAME_CONFLICT, CLEANSLATE_ENGINE_LOST, CLEANSLATE_ENGINE_REFUSED.
 */
export async function createContainer(docker: Docker, spec: SandboxSpec, owner: Owner, now: Date): Promise<Container> {
  const { name, ...body } = createOptions(spec, owner, now);
  const { Id, Warnings } = await call('creating a sandbox', async () => {
    try {
      return await post<{ Id: string; Warnings?: string[] | null }>(docker.modem, '/containers/create', { name }, body);
    } catch (error) {
      throw creationFailure(error, spec.image);
    }
  });
  const container = docker.getContainer(Id);
  const refusals = (Warnings ?? []).filter(isMissingLimit);
  if (refusals.length === 0) return container;
  await removeContainer(container);
  throw limitsRefused(refusals.join(' '));
}

/** (Without swap accounting memory is "limited without swap": limited all the same, so no reason to refuse a machine.) */
const isMissingLimit = (warning: string): boolean => /discarded/i.test(warning);
