import type Docker from 'dockerode';
import { CleanslateError, HarnessError, messageOf } from '../../common/errors.js';
import { withContext } from './context.js';
import type { ImageFolder } from './folder.js';
import { keepLog } from './log-file.js';
import { drain, EngineStreamError } from './stream.js';

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
    const { Architecture } = (await docker.info()) as { Architecture: string };
    await withContext(folder, Architecture, note, async (context) => {
      // The classic builder: every engine has it, and it needs no session with the client.
      const stream = await docker.buildImage(context, { t: reference, buildargs, rm: true, forcerm: true });
      await drain(stream, note);
    });
  } catch (error) {
    throw await describe(error, folder, lines);
  }
}

async function describe(error: unknown, folder: ImageFolder, lines: string[]): Promise<CleanslateError> {
  lines.push(messageOf(error));
  const log = await keepLog(folder.name, lines);
  if (error instanceof CleanslateError) return error;
  const step = lines.findLast((line) => /^step \d+/i.test(line));
  const at = step === undefined || !(error instanceof EngineStreamError) ? '' : ` at "${step}"`;
  return new HarnessError('CLEANSLATE_IMAGE_BUILD', `image ${folder.name} cannot be built${at}: ${messageOf(error)}`, {
    hint: `the whole log is ${log}`,
    cause: error,
  });
}
