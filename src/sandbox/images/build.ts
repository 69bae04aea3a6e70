import type Docker from 'dockerode';
import { CleanslateError, HarnessError, messageOf } from '../../common/errors.js';
import { call } from '../docker/call.js';
import { withContext } from './context.js';
import type { ImageFolder } from './folder.js';
import { keepLog } from './log-file.js';
import { engineCpu } from './present.js';
import { drain, EngineStreamError } from './stream.js';

/** A build installs packages and moves hundreds of megabytes to an engine that may be remote. */
const PATIENCE_MS = 3_600_000;

/**
 * Builds one image from its folder and tags it. The context goes through the engine's API, so the engine may be remote.
 * A failure is one HarnessError that names the failing step; the whole log is kept in a file that it names.
 */
export async function buildImage(
  docker: Docker,
  folder: ImageFolder,
  reference: string,
  buildargs: Record<string, string>,
  log: (line: string) => void,
): Promise<void> {
  const lines: string[] = [];
  const note = (line: string): void => {
    lines.push(line);
    log(line);
  };
  try {
    const cpu = await engineCpu(docker);
    await withContext(folder, cpu, note, (context) =>
      call(`building image ${folder.name}`, async (abortSignal) => {
        // The classic builder: every engine has it, and it needs no session with the client.
        await drain(await docker.buildImage(context, { t: reference, buildargs, rm: true, forcerm: true, abortSignal }), note);
      }, PATIENCE_MS),
    );
  } catch (error) {
    throw await explain(error, folder, lines);
  }
}

async function explain(error: unknown, folder: ImageFolder, lines: string[]): Promise<HarnessError> {
  const words = error instanceof CleanslateError ? error.line : messageOf(error);
  const log = await keepLog(folder.name, [...lines, words]);
  const step = error instanceof EngineStreamError ? lines.findLast((line) => /^step \d+/i.test(line)) : undefined;
  const at = step === undefined ? '' : ` at "${step}"`;
  return new HarnessError('CLEANSLATE_IMAGE_BUILD', `image ${folder.name} cannot be built${at}: ${words}`, {
    hint: `the whole log is ${log}`,
    cause: error,
  });
}
