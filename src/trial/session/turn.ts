import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from '../../agents/adapter.js';
import { conversationIds } from '../../agents/conversation.js';
import { outputFile, promptFile } from '../../evidence/layout.js';
import type { Scrubber } from '../../gateway/redact/scrubber.js';
import { streamScrub } from '../../gateway/redact/stream-scrub.js';
import { placesIn } from '../places.js';
import type { Exit, Running } from '../../sandbox/sandbox.js';
import type { Seeded } from '../states.js';
import type { Surroundings } from './surroundings.js';

/** Gives an agent's program to a sandbox that is ready for it. */
export type Start = (command: Command) => Promise<Running>;

/** Asks one prompt and keeps what the agent prints, as it comes. @param turn from 1 */
export async function runTurn(seeded: Seeded, turn: number, start: Start, { store, recorder, scrubber }: Surroundings): Promise<Exit> {
  const { sandbox, trial, session, plan } = seeded;
  const prompt = plan.turns[turn - 1] ?? '';
  await store.write(promptFile(session, turn), prompt);
  recorder.record({ session, source: 'harness', type: 'prompt', id: `turn-${String(turn)}`, result: prompt });
  // A conversation that goes on from the session before is in its second turn already.
  const number = plan.conversation === 'new' ? turn : turn + 1;
  const ids = conversationIds(recorder.conversations, turn === 1 ? session - 1 : session);
  const conversation = number === 1 ? null : (ids.at(-1) ?? null);
  const running = await start(trial.adapter.command({ ...trial.settings, prompt, number, conversation }, placesIn(sandbox)));
  const stdout = outputFile(session, turn, 'stdout');
  const [exit] = await Promise.all([
    running.exit,
    keep(running.stdout, scrubber, await store.stream(stdout), (chunk) => recorder.feed(session, stdout, chunk)),
    keep(running.stderr, scrubber, await store.stream(outputFile(session, turn, 'stderr'))),
  ]);
  await recorder.endFile(stdout);
  return exit;
}

/** Copies a stream to a file as it comes, without credentials, and shows each piece to whoever parses it. */
export async function keep(from: Readable, scrubber: Scrubber, to: Writable, show: (chunk: Uint8Array) => Promise<void> = async () => undefined): Promise<void> {
  const watched = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      await show(chunk);
      yield chunk;
    }
  };
  await pipeline(from, streamScrub(scrubber), watched, to);
}
