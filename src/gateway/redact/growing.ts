import { isObject } from '../dialects/json.js';
import type { Scrubber } from './scrubber.js';

/** Where dialects put text that comes in pieces. */
const GROWING = new Set([
  'delta', 'text', 'content', 'partial_json', 'arguments', 'input', 'thinking', 'reasoning', 'reasoning_content', 'refusal',
]);
/** What tells one growing text from another in the same stream. */
const CHANNEL = ['index', 'output_index', 'content_index', 'summary_index', 'item_id'];

interface Piece {
  holder: Record<string, unknown>;
  key: string;
}

/** Takes out of a stream's events, in place, what a growing text spells over several of them. What stands in one event alone is not its concern. */
export function scrubGrowing(events: readonly { data?: unknown }[], scrubber: Scrubber): void {
  const channels = new Map<string, Piece[]>();
  for (const event of events) {
    if (isObject(event.data)) collect(event.data, String(event.data.type ?? ''), channels);
  }
  for (const pieces of channels.values()) {
    const texts = scrubber.pieces(pieces.map(({ holder, key }) => holder[key] as string));
    pieces.forEach(({ holder, key }, at) => (holder[key] = texts[at] ?? ''));
  }
}

function collect(value: unknown, channel: string, channels: Map<string, Piece[]>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, channel, channels);
  if (!isObject(value)) return;
  const place = `${channel}/${CHANNEL.map((key) => (key in value ? String(value[key]) : '')).join(',')}`;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== 'string') collect(item, `${place}/${key}`, channels);
    else if (GROWING.has(key)) {
      const id = `${place}/${key}`;
      const pieces = channels.get(id);
      if (pieces) pieces.push({ holder: value, key });
      else channels.set(id, [{ holder: value, key }]);
    }
  }
}
