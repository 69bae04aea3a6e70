import type { Inventory } from '../common/inventory.js';

/** An inventory as JSON, one entry a line, so that two can be compared with any tool. Made piece by piece. */
export function* inventoryJson({ strategy, entries }: Inventory): Generator<string> {
  yield `{"strategy":${JSON.stringify(strategy)},"entries":[`;
  let separator = '\n';
  for (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ',\n';
  }
  yield '\n]}\n';
}
