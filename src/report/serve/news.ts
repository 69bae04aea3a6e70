import type { ServerResponse } from 'node:http';
import type { FreshPages } from './fresh-pages.js';

const LOOK_MS = 500;
/** So many times longer than reading the campaign takes lies between two news: readers must not keep the machine from the trials. */
const REST = 4;

/** Tells every open page that the campaign has gone on, as server-sent events. */
export class News {
  private readonly readers = new Set<ServerResponse>();
  private timer: NodeJS.Timeout | undefined;
  private told = '';
  private next = 0;

  constructor(private readonly pages: FreshPages) {}

  add(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    response.write('event: hello\ndata: {}\n\n');
    this.readers.add(response);
    response.on('close', () => {
      this.readers.delete(response);
      if (this.readers.size === 0) this.stop();
    });
    this.timer ??= this.watch();
  }

  /** Ends every connection. */
  close(): void {
    this.stop();
    for (const reader of this.readers) reader.end();
  }

  private watch(): NodeJS.Timeout {
    void this.pages.mark().then((mark) => { this.told = mark; });
    return setInterval(() => void this.look(), LOOK_MS);
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    const mark = await this.pages.mark();
    if (mark === this.told || performance.now() < this.next) return;
    this.told = mark;
    this.next = performance.now() + REST * (await this.pages.cost());
    for (const reader of this.readers) reader.write('event: changed\ndata: {}\n\n');
  }
}
