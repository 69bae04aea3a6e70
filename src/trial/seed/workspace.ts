import { existsSync, readdirSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { UserError } from '../../common/errors.js';
import { ownedDirectory } from '../../common/owned-directory.js';
import { inPackage } from '../../common/package-root.js';
import type { WorkspaceSpec } from '../../protocol/manifest.js';
import type { Scrubber } from '../../gateway/redact/scrubber.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';
import { copyTree } from './copy.js';
import { cloneRepository, initRepository } from './git.js';
import { layOver } from './lay-over.js';
import { maskFiles } from './mask.js';
import { packTree } from './tar.js';

export interface WorkspaceRequest {
  spec: WorkspaceSpec;
  /** The manifest's path: relative directories start there. */
  manifest: string;
  /** Where the manifest asks for it: refusals name that. */
  place: string;
  /** The profile's files: path below the workspace → text. */
  files: ReadonlyMap<string, string>;
  /** Those of them that may replace nothing: other names of documents. */
  added?: ReadonlySet<string>;
  /** Masks credentials in what is copied: neither an agent nor its model nor the evidence gets them. */
  scrubber?: Scrubber;
  /** Hears of each file in which something was masked. */
  note?(line: string): void;
}

/**
 * Builds a workspace and an empty home on this machine and hands their tar to `use`; afterwards nothing is left of them.
 * Templates and plain directories become a repository with one commit; a repository is taken at its commit and the
 * profile's files lie in it uncommitted, so that HEAD stays what the manifest pins.
 */
export const buildWorkspace = <T>(request: WorkspaceRequest, use: (tar: Readable) => Promise<T>): Promise<T> => build((workspace) => fill(request, workspace), use);

/**
 * The workspace of a battery task: what its first session lays, in a repository with one commit.
 * @param place names the task, for refusals
 */
export const buildTaskWorkspace = <T>(files: ReadonlyMap<string, string>, place: string, use: (tar: Readable) => Promise<T>): Promise<T> =>
  build(async (workspace) => {
    await layOver(workspace, files, place);
    await initRepository(workspace);
  }, use);

/** The workspace of prompt mode: a repository without a file, since some CLIs start in nothing less. */
export const buildEmptyWorkspace = <T>(use: (tar: Readable) => Promise<T>): Promise<T> => build(initRepository, use);

async function build<T>(fillIn: (workspace: string) => Promise<void>, use: (tar: Readable) => Promise<T>): Promise<T> {
  const folder = ownedDirectory('workspace');
  try {
    const workspace = join(folder.path, WORKSPACE);
    await mkdir(workspace, { recursive: true });
    await mkdir(join(folder.path, HOME), { recursive: true });
    await fillIn(workspace);
    return await use(packTree(folder.path));
  } finally {
    folder.remove();
  }
}

async function fill(request: WorkspaceRequest, workspace: string): Promise<void> {
  const { spec, manifest, place, files, added } = request;
  if ('git' in spec) {
    const local = resolve(dirname(manifest), spec.git);
    await cloneRepository(existsSync(local) ? local : spec.git, spec.commit, workspace, place);
    await maskFiles(workspace, request, true);
    await layOver(workspace, files, place, added);
    return;
  }
  const source = 'template' in spec ? templateFolder(spec.template, place) : resolve(dirname(manifest), spec.directory);
  if (!(await stat(source).catch(() => undefined))?.isDirectory()) {
    throw new UserError('CLEANSLATE_WORKSPACE_INVALID', `there is no directory ${source}`, { where: place, hint: 'a relative path starts at the manifest' });
  }
  await copyTree(source, workspace, place);
  await maskFiles(workspace, request, false);
  await layOver(workspace, files, place, added);
  if (!existsSync(join(workspace, '.git'))) await initRepository(workspace);
}

function templateFolder(name: string, where: string): string {
  const folder = inPackage('workspaces', name);
  if (existsSync(folder)) return folder;
  const hint = `use one of ${readdirSync(inPackage('workspaces')).sort().join(', ')}`;
  throw new UserError('CLEANSLATE_WORKSPACE_INVALID', `unknown workspace template \`${name}\``, { where, hint });
}
