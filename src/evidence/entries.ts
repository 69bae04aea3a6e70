import { z } from 'zod';
import { EVALUATOR_REASONS } from './evaluator-reasons.js';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const trial = z.string();
const attempt = z.int().positive();

/** A sign that decided on an attempt's validity, and who is to blame for it. */
export const signal = z.strictObject({
  blame: z.enum(['agent', 'provider', 'harness', 'evaluator', 'user']),
  kind: z.string(),
  message: z.string(),
  /** The agent got over it: it does not decide on validity. */
  recovered: z.boolean().optional(),
});

/**
 * Everything that can be on the journal. The first entry is always `campaign.opened`.
 * A new kind of act is a new member here; `verify` refuses what it does not know.
 */
export const journalBody = z.discriminatedUnion('type', [
  /** Digests of campaign.json and, where the campaign ran under one, lock.json. */
  z.strictObject({ type: z.literal('campaign.opened'), campaign: digest, lock: digest.nullable() }),
  z.strictObject({ type: z.literal('campaign.resumed') }),
  z.strictObject({ type: z.literal('campaign.interrupted'), reason: z.string() }),
  z.strictObject({ type: z.literal('campaign.finished') }),
  /** Published, and closed with it: nothing is run, attached, taken back or decided any more. Digest of the bundle's redactions.json. */
  z.strictObject({ type: z.literal('campaign.published'), redactions: digest }),
  /** An annotated git tag names the root of the lock or a line of this journal (`digest`). `evidence`: the tag object, in material/. */
  z.strictObject({ type: z.literal('anchor.tagged'), of: z.enum(['lock', 'journal']), digest, tag: z.string(), object: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/), evidence: digest }),
  /** The same by a time stamp (RFC 3161): its response and the certificates that it was verified by, in material/. */
  z.strictObject({ type: z.literal('anchor.stamped'), of: z.enum(['lock', 'journal']), digest, evidence: digest, ca: digest }),
  /** Nothing is left but so many trials that a person has to carry out. */
  z.strictObject({ type: z.literal('campaign.waiting'), trials: z.int().positive() }),
  /** A configuration was tried before its first trial; `cause` is null where it proved what it has to. `evidence` as for an attempt. */
  z.strictObject({ type: z.literal('preflight.sealed'), configuration: z.string(), number: z.int().positive(), cause: z.string().nullable(), evidence: digest }),
  /** The user asked that these configurations need not prove anything. */
  z.strictObject({ type: z.literal('preflight.skipped'), configurations: z.array(z.string()) }),
  z.strictObject({ type: z.literal('attempt.started'), trial, attempt }),
  /** The harness died in it, or was stopped. `evidence`: digest of what was left, null where there was nothing. */
  z.strictObject({ type: z.literal('attempt.interrupted'), trial, attempt, reason: z.string(), evidence: digest.nullable() }),
  /** `ended` is the first cause; `evidence` is the digest of the attempt's evidence.sha256. */
  z.strictObject({
    type: z.literal('attempt.sealed'), trial, attempt, valid: z.boolean(), ended: z.string(),
    signals: z.array(signal), evidence: digest,
  }),
  /** `result` is the digest of the attempt's line in results.jsonl, without its newline. */
  z.strictObject({ type: z.literal('attempt.scored'), trial, attempt, result: digest }),
  /**
   * What came back in a session that a person carried out: digests in material/. `resets` holds, for each state class, how it was reset
   * before. `corrects` is why it replaces what was attached to this session before: an attempt that was made of that does not count any more.
   */
  z.strictObject({
    type: z.literal('session.attached'), trial, session: z.int().positive(), by: z.string().min(1), at: z.iso.datetime(), response: digest,
    evidence: z.array(z.strictObject({ name: z.string(), sha256: digest, bytes: z.int().nonnegative() })),
    resets: z.record(z.string(), z.strictObject({ how: z.string(), note: z.string().nullable() })),
    latency_seconds: z.number().nonnegative().nullable(), corrects: z.string().nullable(),
  }),
  /** No valid attempt, and none will be tried any more. */
  z.strictObject({ type: z.literal('trial.exhausted'), trial, attempts: z.int().nonnegative() }),
  /** An evaluator's act: the attempt does not count any more. What it had scored stays where it is. */
  z.strictObject({ type: z.literal('attempt.invalidated'), trial, attempt, reason: z.enum(EVALUATOR_REASONS), note: z.string().nullable(), by: z.string() }),
  /** An evaluator doubts what a trial was given. A check that ended ambiguous opens the same by itself, without an entry. */
  z.strictObject({ type: z.literal('adjudication.opened'), trial, attempt, by: z.string() }),
  /** What an evaluator decided of it; `points` is null where what it had scored stands. */
  z.strictObject({ type: z.literal('adjudication.noted'), trial, attempt, note: z.string(), points: z.int().min(0).max(3).nullable(), by: z.string() }),
  /** An evaluator's note on what was done otherwise than the protocol says; it rewrites nothing. */
  z.strictObject({ type: z.literal('deviation.recorded'), text: z.string(), by: z.string() }),
  /** What a crash left of an unfinished write to `file` and was cut or completed. */
  z.strictObject({ type: z.literal('journal.recovered'), file: z.string(), torn: z.base64(), reason: z.string() }),
  z.strictObject({ type: z.literal('note'), text: z.string(), by: z.string().optional() }),
]);

/** What every line also has. `prev` is the SHA-256 of the line before, without its newline. */
export const journalFrame = z.object({ seq: z.int().positive(), time: z.iso.datetime(), prev: digest });

export type JournalBody = z.infer<typeof journalBody>;
export type JournalType = JournalBody['type'];
export type JournalEntry = JournalBody & z.infer<typeof journalFrame>;
export type Sealed = Extract<JournalEntry, { type: 'attempt.sealed' }>;
export type AttemptSignal = z.infer<typeof signal>;

/** Splits one parsed line into frame and body and checks both. Throws a ZodError. */
export function parseEntry(value: unknown): JournalEntry {
  const frame = journalFrame.parse(value);
  const { seq: _seq, time: _time, prev: _prev, ...body } = value as Record<string, unknown>;
  return { ...journalBody.parse(body), ...frame };
}
