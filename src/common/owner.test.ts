import { execa } from 'execa';
import fc from 'fast-check';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { formatOwner, liveness, parseOwner, thisProcess } from './owner.js';

describe('the owner of something', () => {
  it('survives being written down', () => {
    const owners = fc.record({
      host: fc.stringMatching(/^[a-z0-9.-]{1,20}$/), pid: fc.nat(), started: fc.oneof(fc.constant(''), fc.nat().map(String)),
    });
    fc.assert(fc.property(owners, (owner) => { expect(parseOwner(formatOwner(owner))).toEqual(owner); }));
    expect(['', 'host', 'host:1', 'host:x:1', 'host:1:x'].map(parseOwner)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('is alive while it runs and dead after that, also before anyone has waited for it', async () => {
    expect(liveness(thisProcess())).toBe('alive');
    const child = execa('sleep', ['60'], { reject: false });
    const owner = { host: hostname(), pid: child.pid ?? 0, started: '' };
    expect(liveness(owner)).toBe('alive');
    child.kill('SIGKILL');
    await child;
    expect(liveness(owner)).toBe('dead');
  });

  it('is not a process that got the same id later, nor one on another machine', () => {
    expect(liveness({ ...thisProcess(), started: '1' })).toBe('dead');
    expect(liveness({ ...thisProcess(), host: 'elsewhere.example' })).toBe('elsewhere');
  });
});
