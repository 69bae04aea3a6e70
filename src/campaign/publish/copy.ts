import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import PQueue from 'p-queue';
import { findAdapter } from '../../agents/registry.js';
import { sha256 } from '../../common/digest.js';
import { compareBytes } from '../../common/paths.js';
import { wholeLines } from '../../common/whole-lines.js';
import type { Redaction } from '../../evidence/bundle/redactions.js';
import { CAMPAIGN_FILE, LOCK_FILE, MATERIAL_DIR, PREFLIGHT_DIR, RESULTS_FILE, TRIALS_DIR, type JOURNAL_FILE } from '../../evidence/layout.js';
import { digestFile } from '../../evidence/listing.js';
import { splitLines } from '../../evidence/results.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { partsOf } from '../trial-id.js';
import { OwnPrompts, stringsIn, THIRD_PARTY_PROMPT } from './redact/own-prompts.js';
import type { Redacted, Redactor } from './redact/redactor.js';
import { withholdPrompts } from './redact/withhold.js';

/** Files that are read at the same time. */
const CONCURRENCY = 4;
/** Larger files are redacted piece by piece, bytes. */
const PIECE = 32 * 1024 * 1024;

/**
 * Copies the evidence of a campaign, all but its journal, redacted where something in it is not to be published.
 * @param to an empty directory
 * @returns what was redacted, sorted by file
 */
export async function copyEvidence(on: Pick<CampaignOnDisk, 'dir' | 'campaign' | 'entries'>, to: string, redactor: Redactor): Promise<Redaction[]> {
  const redactions: Redaction[] = await copyLines(on.dir, to, RESULTS_FILE, redactor);
  const foreign = foreignConfigurations(on);
  const stamps = stampsOf(on);
  const files = (await Promise.all([CAMPAIGN_FILE, LOCK_FILE, MATERIAL_DIR, PREFLIGHT_DIR, TRIALS_DIR].map((name) => filesIn(on.dir, name)))).flat();
  const own = new OwnPrompts(await ownTexts(on.dir, files.filter((name) => isWireOf(name, foreign))), redactor.spoken);
  const queue = new PQueue({ concurrency: CONCURRENCY });
  await queue.addAll(files.map((name) => async () => {
    const redacted = stamps.has(name) ? await copyAsIs(on.dir, to, name) : await copyOne(on.dir, to, name, redactor, { isWire: isWireOf(name, foreign), ...(isOf(name, foreign) && { own }) });
    if (redacted) redactions.push(redacted);
  }));
  return redactions.sort((a, b) => compareBytes(a.file, b.file));
}

/** The same of a file whose lines the journal stands for one by one. Each redacted line is listed by its number. */
export async function copyLines(dir: string, to: string, name: typeof JOURNAL_FILE | typeof RESULTS_FILE, redactor: Redactor): Promise<Redaction[]> {
  const redactions: Redaction[] = [];
  const lines = splitLines(await readFile(join(dir, name))).lines.map((line, index) => {
    const { bytes, kinds } = redactor.bytes(line);
    if (kinds.length > 0) redactions.push({ file: `${name}:${String(index + 1)}`, kinds, before: sha256(line), after: sha256(bytes) });
    return Buffer.concat([bytes, Buffer.from('\n')]);
  });
  await writeFile(join(to, name), Buffer.concat(lines));
  return redactions;
}

/** Time stamps and the certificates of their authorities: these are public, and one byte less would make them worthless. */
const stampsOf = ({ entries }: Pick<CampaignOnDisk, 'entries'>): Set<string> =>
  new Set(entries.flatMap((entry) => (entry.type === 'anchor.stamped' ? [entry.evidence, entry.ca] : [])).map((digest) => `${MATERIAL_DIR}/${digest}`));

async function copyAsIs(dir: string, to: string, name: string): Promise<undefined> {
  await mkdir(dirname(join(to, name)), { recursive: true });
  await copyFile(join(dir, name), join(to, name));
}

/** Configurations whose program is neither ours nor the user's own. */
function foreignConfigurations({ campaign }: Pick<CampaignOnDisk, 'campaign'>): Set<string> {
  const own = ['command', 'model', 'manual'];
  return new Set(campaign.manifest.configurations.filter((one) => { const { control, id } = findAdapter(one); return !control && !own.includes(id); }).map(({ id }) => id));
}

/** `trials/<trial>/attempt-<n>/wire.jsonl` or that of a preflight. */
const isWireOf = (name: string, configurations: ReadonlySet<string>): boolean => name.split('/')[3] === 'wire.jsonl' && isOf(name, configurations);

/** A file of an attempt or preflight of a configuration, or one that all share: what a session left may be carried as material. */
function isOf(name: string, configurations: ReadonlySet<string>): boolean {
  const [folder, owner = ''] = name.split('/');
  return configurations.size > 0 && (folder === MATERIAL_DIR || configurations.has(folder === TRIALS_DIR ? partsOf(owner).configuration : owner));
}

/** Everything that is withheld of these records. */
async function ownTexts(dir: string, wires: readonly string[]): Promise<Set<string>> {
  const texts = new Set<string>();
  const tell = (value: unknown): void => { for (const text of stringsIn(value)) texts.add(text); };
  for (const name of wires) for (const line of wholeLines(await readFile(join(dir, name), 'utf8'))) withholdPrompts(line, tell);
  return texts;
}

/** All files below a name, sorted by bytes. */
async function filesIn(dir: string, name: string): Promise<string[]> {
  const info = await stat(join(dir, name)).catch(() => undefined);
  if (info === undefined) return [];
  if (info.isFile()) return [name];
  const below = await readdir(join(dir, name), { withFileTypes: true });
  return (await Promise.all(below.map((entry) => filesIn(dir, `${name}/${entry.name}`)))).flat().sort(compareBytes);
}

interface Foreign {
  isWire: boolean;
  /** Where such prompts may be in it. */
  own?: OwnPrompts;
}

async function copyOne(dir: string, to: string, name: string, redactor: Redactor, { isWire, own }: Foreign): Promise<Redaction | undefined> {
  const [from, target] = [join(dir, name), join(to, name)];
  await mkdir(dirname(target), { recursive: true });
  if ((await stat(from)).size > PIECE && !isWire) return copyLarge(from, target, name, (piece) => redactor.bytes(piece, (text) => own?.find(text) ?? []));
  const before = await readFile(from);
  const text = isWire ? Buffer.from(before.toString('utf8').split('\n').map((line) => (line === '' ? '' : withholdPrompts(line))).join('\n')) : before;
  const { bytes, kinds } = redactor.bytes(text, (one) => own?.find(one) ?? []);
  const all = text.equals(before) ? kinds : [...new Set([...kinds, THIRD_PARTY_PROMPT])].sort();
  await (all.length === 0 ? copyFile(from, target) : writeFile(target, bytes));
  return all.length === 0 ? undefined : { file: name, kinds: all, before: sha256(before), after: sha256(bytes) };
}

/** In pieces that end between words, so that nothing that is to be masked is cut in two. */
async function copyLarge(from: string, target: string, name: string, redactOne: (piece: Buffer) => Redacted): Promise<Redaction | undefined> {
  const kinds = new Set<string>();
  const redact = (piece: Buffer): Buffer => {
    const redacted = redactOne(piece);
    for (const kind of redacted.kinds) kinds.add(kind);
    return redacted.bytes;
  };
  await pipeline(createReadStream(from, { highWaterMark: PIECE }), async function* (chunks: AsyncIterable<Buffer>) {
    let rest = Buffer.alloc(0);
    for await (const chunk of chunks) {
      const whole = Buffer.concat([rest, chunk]);
      const end = lastGap(whole);
      rest = whole.subarray(end);
      yield redact(whole.subarray(0, end));
    }
    yield redact(rest);
  }, createWriteStream(target));
  return kinds.size === 0 ? undefined : { file: name, kinds: [...kinds].sort(), before: await digestFile(from), after: await digestFile(target) };
}

/** After the last byte that no word has; the end where there is none near it. */
function lastGap(bytes: Buffer): number {
  for (let at = bytes.length; at > Math.max(0, bytes.length - (1 << 16)); at -= 1) if ((bytes[at - 1] ?? 0) <= 0x20) return at;
  return bytes.length;
}
