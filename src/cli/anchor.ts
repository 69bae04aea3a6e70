import { Option, type Command } from 'commander';
import { UserError } from '../common/errors.js';
import type { AnchorOf } from '../campaign/anchor/targets.js';
import { jsonText } from './output/json.js';

interface AnchorVerbOptions {
  of?: AnchorOf;
  tag?: string;
  repo: string;
  query?: string;
  tsr?: string;
  ca?: string;
  json?: boolean;
}

/** `cleanslate anchor`: a digest that stands outside of the campaign, so that its date need not be believed. */
export function registerAnchor(program: Command): void {
  program
    .command('anchor')
    .description('anchors a lock before its run, or a campaign, outside: in an annotated git tag, or by an RFC 3161 time stamp')
    .argument('<what>', 'a campaign directory, or a locked manifest (.yaml)')
    .addOption(new Option('--of <what>', 'of a campaign: the root of its lock, or its journal as far as it has come (default: what the tag names; of a new tag or a query, journal)').choices(['lock', 'journal']))
    .option('--tag <name>', 'an annotated tag: made where it is not there')
    .option('--repo <dir>', 'the repository of the tag', '.')
    .option('--query <file>', 'write a request for a time stamp authority')
    .option('--tsr <file>', "of a campaign: the authority's response")
    .option('--ca <file>', 'certificates by which the response is verified, PEM')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nNothing is sent to anybody.\n\nExamples:\n  cleanslate anchor manifests/index.yaml --tag index-2026-Q4\n  cleanslate anchor campaigns/index --tag index-2026-Q4\n  cleanslate anchor campaigns/index --query head.tsq\n  cleanslate anchor campaigns/index --tsr head.tsr --ca authority.pem\n')
    .action(async (what: string, options: AnchorVerbOptions) => {
      const done = await anchor(what, options);
      process.stdout.write(options.json ? jsonText(done) : `${done.line}\n`);
    });
}

async function anchor(what: string, options: AnchorVerbOptions): Promise<{ line: string; digest: string }> {
  const { tag, query, tsr, ca } = options;
  if ([tag, query, tsr].filter((one) => one !== undefined).length !== 1) throw new UserError('CLEANSLATE_OPTIONS', 'one of --tag, --query and --tsr is needed', { hint: 'see --help for an example of each' });
  if ((tsr === undefined) !== (ca === undefined)) throw new UserError('CLEANSLATE_OPTIONS', '--tsr and --ca belong together', { hint: 'give the response, and the certificates to verify it by' });
  return /\.ya?ml$/.test(what) ? anchorLock(what, options) : anchorCampaign(what, options);
}

/** A lock has no journal: who runs it later records the same tag or stamp in the campaign. */
async function anchorLock(manifest: string, { tag, repo, query, tsr }: AnchorVerbOptions): Promise<{ line: string; digest: string }> {
  const { lockPathOf, readLocked } = await import('../protocol/locked-protocol.js');
  const { makeTag } = await import('../campaign/anchor/git.js');
  const { tagMessage } = await import('../evidence/anchor/tag.js');
  const file = lockPathOf(manifest);
  const locked = await readLocked(file);
  if (!locked) throw new UserError('CLEANSLATE_LOCK_MISSING', 'there is no lock', { where: file, hint: `write one with \`cleanslate lock ${manifest}\`` });
  if (tsr !== undefined) throw new UserError('CLEANSLATE_OPTIONS', '--tsr is recorded in a campaign', { where: manifest, hint: 'give the campaign directory, once it is run' });
  if (query !== undefined) return writeQuery(query, locked.root);
  await makeTag(repo, tag ?? '', tagMessage(String(locked.lock['campaign'] ?? 'lock'), 'lock', locked.root));
  return { line: `tag ${tag ?? ''} names lock ${locked.root}`, digest: locked.root };
}

async function anchorCampaign(dir: string, { of, tag, repo, query, tsr, ca }: AnchorVerbOptions): Promise<{ line: string; digest: string }> {
  const { anchorByStamp, anchorByTag, headOf } = await import('../campaign/anchor/anchor.js');
  const { systemClock } = await import('../common/clock.js');
  if (query !== undefined) {
    const { anchorTargets } = await import('../campaign/anchor/targets.js');
    const { readCampaign } = await import('../campaign/read-campaign.js');
    await readCampaign(dir);
    return writeQuery(query, headOf(await anchorTargets(dir), of ?? 'journal'));
  }
  const { entry, before } = tsr !== undefined && ca !== undefined ? await anchorByStamp(dir, { response: tsr, ca }, systemClock) : await anchorByTag(dir, { repository: repo, tag: tag ?? '', of }, systemClock);
  if (entry.type !== 'anchor.stamped' && entry.type !== 'anchor.tagged') throw new TypeError(`an anchor became ${entry.type}`);
  return { line: `${entry.type === 'anchor.tagged' ? `tag ${entry.tag}` : 'time stamp'} ${before ? 'was recorded before' : 'recorded'} for ${entry.of} ${entry.digest}`, digest: entry.digest };
}

async function writeQuery(file: string, digest: string): Promise<{ line: string; digest: string }> {
  const { writeFile } = await import('node:fs/promises');
  const { messageOf } = await import('../common/errors.js');
  const { timeStampRequest } = await import('../evidence/anchor/time-stamp.js');
  await writeFile(file, timeStampRequest(digest)).catch((cause: unknown) => {
    throw new UserError('CLEANSLATE_OUT', `cannot be written: ${messageOf(cause)}`, { where: file, hint: 'give another --query', cause });
  });
  return { line: `${file} asks for a time stamp of ${digest}`, digest };
}
