import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { TraceEvent } from '../../trace/events.js';
import { Timeline } from './timeline.js';

const HOSTILE = `</pre></script><script>x()</script><svg onload="x()">\u001b[31mred\u202egnp\u2066\u200b\u{e0041}`;
const event = (seq: number, more: Partial<TraceEvent>): TraceEvent => ({ seq, time: `2026-01-01T00:00:0${String(seq)}.000Z`, session: 1, source: 'agent', type: 'message', ...more });

test('what models, services and tools said is text in the list and on the axis, wherever it stands in an event', () => {
  const html = renderToString(<Timeline evidence="trials/t/attempt-1" events={[
    event(1, { source: 'gateway', type: 'model.request', name: HOSTILE, arguments: { [HOSTILE]: [HOSTILE] } }),
    event(2, { source: 'gateway', type: 'model.response', name: HOSTILE, result: { content: [{ type: 'text', text: HOSTILE }] } }),
    event(3, { source: 'service', type: 'service.request', name: HOSTILE, arguments: { body: HOSTILE } }),
    event(4, { source: 'service', type: 'service.response', name: HOSTILE, result: HOSTILE }),
    event(5, { type: 'tool.call', call_id: 'a', name: HOSTILE, arguments: HOSTILE }),
    event(6, { type: 'tool.result', call_id: 'a', result: HOSTILE }),
    event(7, { type: 'error', result: HOSTILE }),
    event(8, { type: 'file.change', source: 'files', name: HOSTILE }),
  ]} />);
  expect(html).not.toMatch(/<script|<svg onload|<\/pre>(?:<\/script|&lt;\/script)/);
  expect(html).not.toMatch(/[\u001b\u202e\u2066\u200b]|\u{e0041}/u);
  expect(html.match(/&lt;script>x\(\)&lt;\/script>/g)?.length).toBeGreaterThanOrEqual(16);
  expect(html).toContain(String.raw`<b class="escape">\u{1b}</b>[31mred<b class="escape">\u{202e}</b>gnp`);
});
