import { describe, expect, test } from 'vitest';
import { amended, brokenLink, finalLock, newLock, type LockedProtocol } from './lock-chain.js';

const why = (note: string) => ({ at: '2026-10-01T08:00:00Z', by: 'Mara Lind', note, changed: ['manifest'] });
const once = amended(newLock({ manifest: 'a' }), { manifest: 'b' }, why('one second more'));
const twice = amended(once, { manifest: 'c' }, why('and another'));
const whole = finalLock(twice, { at: '2026-10-02T08:00:00Z', campaign: 'index', dir: 'campaigns/index' });

test('a lock, amended twice and run, holds together at each step', () => {
  expect([newLock({ manifest: 'a' }), once, twice, whole].map(brokenLink)).toEqual([undefined, undefined, undefined, undefined]);
});

describe('an edit by hand is noticed', () => {
  const reworded = whole.amendments.map((one) => ({ ...one, note: 'nothing of weight' }));
  test.each<[string, Partial<LockedProtocol>]>([
    ['amendments emptied', { amendments: [] }],
    ['the oldest amendment taken out', { amendments: whole.amendments.slice(1) }],
    ["an amendment's text", { amendments: reworded }],
    ['a first run taken back', { first_run: null }],
    ['a first run that never was', { first_run: { at: '2026-01-01T00:00:00Z', campaign: 'other', dir: 'x', after: whole.seal } }],
  ])('%s', (_, edit) => {
    expect(brokenLink({ ...whole, ...edit })).toContain('its seal does not stand for');
  });

  test('what is listed', () => {
    expect(brokenLink({ ...whole, lock: { manifest: 'd' } })).toContain('its root digest does not stand for');
  });

  test('amendments of one lock put into another, under its own seal', () => {
    const other = finalLock({ ...twice, amendments: twice.amendments.slice(1) }, { at: '2026-10-02T08:00:00Z', campaign: 'index', dir: 'campaigns/index' });
    expect(brokenLink(other)).toContain('amendment 1 does not follow');
    const late = finalLock({ ...twice, seal: once.seal }, { at: '2026-10-02T08:00:00Z', campaign: 'index', dir: 'campaigns/index' });
    expect(brokenLink(late)).toContain('its first run was of other amendments');
  });
});
