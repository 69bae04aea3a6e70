import { join } from 'node:path';
import { pretty } from '../../common/json.js';
import type { AttemptStore } from '../../evidence/attempt.js';
import { readWire } from '../../gateway/record/read-wire.js';
import { isChecklist } from '../../scoring/index.js';
import { readTrace } from '../../trace/read-trace.js';
import { lastOf, type Captured, type Scored } from '../states.js';
import { deliveryOf } from './delivery.js';
import { deliverySchema, type Delivery } from './file.js';

export const DELIVERY_FILE = 'delivery.json';

/**
 * Looks at an attempt that was judged, and scored if it could be, and keeps what reached its model. Decides on nothing. Of a task of a
 * battery nothing is kept: it has no sources that a question could be traced to.
 */
export async function keepDelivery(captured: Captured | Scored, store: AttemptStore): Promise<Delivery | undefined> {
  const { trial, wire } = captured;
  const { about } = trial;
  if (about.kind === 'battery') return undefined;
  if (about.alternatives) await store.refer('alternatives', about.alternatives.sha256);
  const delivery = await deliveryOf({
    selected: about.selected,
    alternatives: about.alternatives ?? null,
    prompts: trial.sessions.flatMap(({ turns }) => turns),
    session: lastOf(captured).session,
    witness: wire?.witness,
    wire: () => readWire(join(store.dir, 'wire.jsonl')),
    streamCalls: () => (trial.adapter.knows.tools ? callsIn(store) : Promise.resolve(null)),
    state: trial.adapter.state,
    score: 'score' in captured && !isChecklist(captured.score) ? captured.score : undefined,
  });
  await store.write(DELIVERY_FILE, pretty(deliverySchema.parse(delivery)));
  return delivery;
}

async function callsIn({ dir }: AttemptStore): Promise<{ session: number; arguments: string }[]> {
  const calls = [];
  for await (const { source, type, session, arguments: given } of readTrace(join(dir, 'trace.jsonl'))) {
    if (source === 'agent' && type === 'tool.call') calls.push({ session, arguments: JSON.stringify(given ?? null) });
  }
  return calls;
}
