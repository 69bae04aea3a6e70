import type { Writable } from 'node:stream';
import { timestamp, type Clock } from '../common/clock.js';
import { CallJoiner } from './calls.js';
import { count, noCounts, type TraceCounts } from './counts.js';
import type { ParsedEvent, TraceEvent } from './events.js';
import { LineSplitter, type RawLine } from './lines.js';
import { parseLine } from './parse-line.js';
import { UsageMeter } from './usage.js';

/** Longer lines are not parsed; they stay in the raw file and are referenced from there. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface RecorderOptions {
  /** Where trace.jsonl goes. The recorder does not end it. */
  out: Writable;
  clock: Clock;
  /** The agent's parser: pure, one line without its ending. */
  parse: (line: string) => ParsedEvent[];
  maxLineBytes?: number;
  /** Takes credentials out of events that did not come out of a raw file, which is masked itself: a file may be named like one. */
  mask?: (event: OwnEvent) => OwnEvent;
}

/** An event that did not come out of a raw file: a prompt, the end of a session, a file change, a model request. */
export type OwnEvent = Omit<TraceEvent, 'seq' | 'time'> & { time?: string };

/**
 * Writes trace.jsonl, event by event as they happen, for a whole attempt.
 * A line is on its way to the file before the next one is looked at, and nothing that has been written is changed later:
 * a call that never got a result is closed at the end of its session by a `tool.result` of source `harness`
 * with the call's id and `unmatched: "no-result"`. A result that no call asked for carries `unmatched: "no-call"` itself.
 */
export class Recorder {
  private readonly counted = noCounts();
  private readonly calls = new CallJoiner();
  private readonly usage = new UsageMeter();
  private readonly named = new Map<number, string>();
  private readonly starts: TraceEvent[] = [];
  private readonly files = new Map<string, { session: number; splitter: LineSplitter }>();
  private seq = 0;

  constructor(private readonly options: RecorderOptions) {}

  get counts(): Readonly<TraceCounts> {
    return this.counted;
  }

  /** The events so far in which the agent named its conversations. */
  get conversations(): readonly TraceEvent[] {
    return this.starts;
  }

  /**
   * Takes bytes as they came. `file` is the raw file's path in the attempt (`session-1/stdout`), for the references.
   * Resolves when the trace's stream can take more; await it, or the trace is held in memory.
   */
  async feed(session: number, file: string, chunk: Uint8Array): Promise<void> {
    const known = this.files.get(file) ?? { session, splitter: new LineSplitter(this.options.maxLineBytes ?? MAX_LINE_BYTES) };
    this.files.set(file, known);
    for (const line of known.splitter.push(chunk)) await this.take(session, file, line);
  }

  /** The raw file is complete: its last line may lack a newline. */
  async endFile(file: string): Promise<void> {
    const known = this.files.get(file);
    this.files.delete(file);
    for (const line of known?.splitter.end() ?? []) await this.take(known?.session ?? 1, file, line);
  }

  /** Records an event of the harness, the gateway or the file watcher. Returns it as it stands in the trace. */
  record(given: OwnEvent): TraceEvent {
    const event = this.options.mask?.(given) ?? given;
    return this.write({ ...event, ...this.calls.join(event.session, event, this.options.clock.monotonic()) });
  }

  /** Ends a session: completes its raw files and closes the calls that never got a result. */
  async endSession(session: number): Promise<void> {
    for (const [file, known] of this.files) if (known.session === session) await this.endFile(file);
    for (const { call_id, name } of this.calls.close(session)) {
      const named = name === undefined ? {} : { name };
      this.write({ session, source: 'harness', type: 'tool.result', call_id, ...named, unmatched: 'no-result' });
    }
    await this.drained();
  }

  private async take(session: number, file: string, line: RawLine): Promise<void> {
    const raw = { file, line: line.line, offset: line.offset, length: line.length };
    const at = this.options.clock.monotonic();
    for (const parsed of parseLine(line, this.options.parse)) {
      if (this.isKnownConversation(session, parsed)) continue;
      const event = this.usage.read(session, parsed);
      this.write({ ...event, ...this.calls.join(session, event, at), session, source: 'agent', raw });
    }
    await this.drained();
  }

  /** Some CLIs name their conversation again and again, every CLI in each turn: in a session it starts once. */
  private isKnownConversation(session: number, { type, id }: ParsedEvent): boolean {
    if (type !== 'session.start' || id === undefined) return false;
    const known = this.named.get(session) === id;
    this.named.set(session, id);
    return known;
  }

  private write(event: OwnEvent): TraceEvent {
    const { time = timestamp(this.options.clock), session, source, type, ...rest } = event;
    this.seq += 1;
    const whole: TraceEvent = { seq: this.seq, time, session, source, type, ...rest };
    count(this.counted, whole);
    if (source === 'agent' && (type === 'session.start' || type === 'session.end')) this.starts.push(whole);
    this.options.out.write(`${JSON.stringify(whole)}\n`);
    return whole;
  }

  private async drained(): Promise<void> {
    const { out } = this.options;
    if (!out.writableNeedDrain || out.destroyed) return;
    // A stream that breaks (a full disk) never drains, it closes; its owner learns why when it ends it.
    await new Promise<void>((resolve) => {
      const done = (): void => {
        out.off('drain', done).off('close', done);
        resolve();
      };
      out.on('drain', done).on('close', done);
    });
  }
}
