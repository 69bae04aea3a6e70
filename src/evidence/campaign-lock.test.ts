import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextLine, startChild } from '../../test/support/child.js';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { CampaignLock, campaignOwner } from './campaign-lock.js';

describe('two harnesses on one directory', () => {
  it('the second is told the process id of the first, and gets in when the first has gone', async () => {
    const [dir, go] = [temporaryDirectory(), join(temporaryDirectory(), 'go')];
    await writeFile(go, '');
    const first = startChild('hold-lock.ts', [dir, go]);
    const lines = first.iterable()[Symbol.asyncIterator]();
    expect([await nextLine(lines), await nextLine(lines)]).toEqual(['ready', 'mine']);
    await expect(CampaignLock.acquire(dir)).rejects.toMatchObject({
      exitCode: 2,
      line: `${dir}: the campaign is being run by process ${String(first.pid)}; wait for it, or use another --out`,
    });
    expect(await campaignOwner(dir)).toMatchObject({ liveness: 'alive', owner: { pid: first.pid } });
    first.stdin.end();
    await first;
    await (await CampaignLock.acquire(dir)).release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('exactly one of four that start at the same moment gets in, where a dead one left its file', async () => {
    const [dir, go] = [temporaryDirectory(), join(temporaryDirectory(), 'go')];
    await writeFile(join(dir, `owner.${hostname()}:${String(process.pid)}:1`), '');
    const children = [1, 2, 3, 4].map(() => startChild('hold-lock.ts', [dir, go]));
    const outputs = children.map((child) => child.iterable()[Symbol.asyncIterator]());
    expect(await Promise.all(outputs.map(nextLine))).toEqual(['ready', 'ready', 'ready', 'ready']);
    await writeFile(go, '');
    const said = await Promise.all(outputs.map(nextLine));
    expect(said.filter((line) => line === 'mine')).toHaveLength(1);
    const winner = children[said.indexOf('mine')];
    expect((await readdir(dir)).filter((name) => name.startsWith('owner.'))).toEqual([expect.stringContaining(`:${String(winner?.pid)}:`)]);
    winner?.stdin.end();
    await Promise.all(children);
    expect(await readdir(dir)).toEqual([]);
  });
});

describe('what dead harnesses left', () => {
  it('does not stop the next one, which takes half-written files away', async () => {
    const dir = temporaryDirectory();
    for (const name of ['journal.head.123456', 'campaign.json.1', 'journal.jsonl', 'notes.1']) await writeFile(join(dir, name), '');
    await writeFile(join(dir, `owner.${hostname()}:${String(process.pid)}:1`), '');
    const lock = await CampaignLock.acquire(dir);
    expect((await readdir(dir)).filter((name) => !name.startsWith('owner.'))).toEqual(['journal.jsonl', 'notes.1']);
    await lock.release();
    expect(await campaignOwner(dir)).toBeUndefined();
  });

  it('on another machine cannot be judged, so it keeps the directory and the hint says what to do', async () => {
    const dir = temporaryDirectory();
    await writeFile(join(dir, 'owner.other-host:17:99'), '');
    await expect(CampaignLock.acquire(dir)).rejects.toMatchObject({
      line: `${dir}: the campaign is being run by process 17 on other-host; if it is no longer running, remove owner.other-host:17:99`,
    });
    expect(await readdir(dir)).toEqual(['owner.other-host:17:99']);
  });

  it('in this process it is refused twice', async () => {
    const dir = temporaryDirectory();
    const lock = await CampaignLock.acquire(dir);
    await expect(CampaignLock.acquire(dir)).rejects.toThrow('this process runs the campaign already');
    await lock.release();
  });
});
