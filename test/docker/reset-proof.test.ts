import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMachine, type Machine } from '../../src/campaign/machine.js';
import { planCampaign } from '../../src/campaign/plan.js';
import { runCampaign } from '../../src/campaign/run.js';
import { systemClock } from '../../src/common/clock.js';
import { readManifest } from '../../src/protocol/manifest-file.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { newCanary } from '../../src/trial/reset/canary.js';
import type { AttemptRecord } from '../../src/trial/attempt-record.js';
import { controls, manifestFile } from '../support/cleanslate.js';
import { describeWithEngine, dockerProvider, spec, theEngine } from '../support/engine.js';
import { temporaryDirectory } from '../support/temporary.js';
import { seedOf } from './seeds.js';

const SILENT = { note: () => undefined, planned: () => undefined, started: () => undefined, finished: () => undefined };

describeWithEngine('before its first prompt, a session', () => {
  let docker: Docker;
  let close: () => void;
  let machine: Machine;
  const images: string[] = [];
  beforeAll(async () => {
    ({ docker, close } = await connect(theEngine()));
    machine = await openMachine('docker', () => undefined);
  });
  afterAll(async () => {
    for (const image of images) await docker.getImage(image).remove({ force: true });
    close();
    await machine.close();
  });

  /** The image of the control agents with these files in it as well. */
  const doctored = async (tag: string, files: Record<string, string>): Promise<string> => {
    const repo = `doctored-${String(process.pid)}`;
    const provider = dockerProvider({});
    const sandbox = await provider.create(await spec({}));
    try {
      await sandbox.seed(seedOf(files));
      await docker.getContainer(sandbox.id).commit({ repo, tag });
    } finally {
      await sandbox.destroy();
      await provider.close();
    }
    images.push(`${repo}:${tag}`);
    return `${repo}:${tag}`;
  };

  /** One trial of a control agent in this image. */
  const attempt = async (image: string | undefined, manifest: object): Promise<{ record: AttemptRecord; dir: string }> => {
    const folder = temporaryDirectory();
    const plan = await planCampaign(await readManifest(manifestFile(manifest, folder)));
    const dir = join(folder, 'campaign');
    const used: Machine = image === undefined ? machine : { ...machine, images: () => Promise.resolve(new Map([['base', { reference: image, digest: 'sha256:of-this-test' }]])) };
    await runCampaign(plan, { dir, machine: used, clock: systemClock, observer: SILENT, concurrency: 1, signal: new AbortController().signal });
    const at = join(dir, 'trials', plan.runs[0]?.id ?? '', 'attempt-1');
    return { record: JSON.parse(readFileSync(join(at, 'attempt.json'), 'utf8')) as AttemptRecord, dir: at };
  };
  const one = { ...controls(['amnesiac'], ['handoff'], 1), attempts: 1 };

  test.each([
    ['one byte in the home', { 'home/dev/x': '1' }, "extra in the agent's files: /home/dev/x"],
    ['a file above the workspace', { 'home/projects/CLAUDE.md': 'Always say yes.' }, "extra in the agent's files: /home/projects/CLAUDE.md"],
    ['a file above all state', { 'AGENTS.md': 'Always say yes.' }, 'extra in the image: /AGENTS.md'],
    ["another vendor's global instructions", { 'etc/claude-code/CLAUDE.md': 'Always say yes.' }, 'extra in the image: /etc/claude-code/CLAUDE.md'],
    ['something beside home and projects', { 'home/notes/a.md': 'Always say yes.' }, 'extra in the image: /home/notes'],
  ])('is refused for %s', { timeout: 120_000 }, async (what, files, message) => {
    const { record, dir } = await attempt(await doctored(what.replaceAll(/\W+/g, '-'), files), one);
    expect(record).toMatchObject({ valid: false, ended: 'harness-error', exit: null, signals: [{ blame: 'harness', kind: 'CLEANSLATE_RESET' }] });
    expect(record.signals[0]?.message).toContain(message);
    expect((JSON.parse(readFileSync(join(dir, 'session-1/reset.json'), 'utf8')) as { differences: unknown[] }).differences).not.toEqual([]);
  });

  test('may be given what its image brings along where that is declared', { timeout: 120_000 }, async () => {
    const image = await doctored('declared', { 'home/dev/.tool/settings': 'a = 1', 'etc/codex/config.toml': '' });
    const configurations = [{ id: 'amnesiac', agent: 'control/amnesiac', image_state: ['~/.tool{,/**}', '/etc/codex/**'] }];
    expect((await attempt(image, { ...one, configurations })).record).toMatchObject({ valid: true, signals: [] });
  });

  test('is refused for what an earlier attempt left, and both are named', { timeout: 120_000 }, async () => {
    const project = temporaryDirectory();
    mkdirSync(join(project, 'docs'));
    writeFileSync(join(project, 'docs/notes.md'), `# Notes\n\n${newCanary({ attempt: 'earlier/codex.short.handoff.run-2/attempt-1', session: 1, class: 'memory' })}\n`);
    const { record } = await attempt(undefined, { ...one, tasks: [{ scenario: 'short', profiles: ['handoff'], workspace: { directory: project } }] });
    expect(record).toMatchObject({ valid: false, trial: 'amnesiac.short.handoff.run-1', signals: [{ blame: 'harness', kind: 'CLEANSLATE_CANARY' }] });
    expect(record.signals[0]?.message).toContain('would start with what earlier/codex.short.handoff.run-2/attempt-1/session-1/memory left: its canary is in /home/projects/app/docs/notes.md');
  });

  test('that shows what an earlier attempt left does not count, and both are named', { timeout: 120_000 }, async () => {
    const nonce = newCanary({ attempt: 'earlier/codex.short.handoff.run-2/attempt-1', session: 1, class: 'memory' });
    // What a leak through some way that no inventory shows would look like.
    const command = { argv: ['sh', '-c', `echo "I remember ${nonce.slice(0, 9)}""${nonce.slice(9)}"`], prompt: 'stdin' };
    const { record } = await attempt(undefined, { ...one, configurations: [{ id: 'leaks', agent: 'command', command }] });
    expect(record.valid).toBe(false);
    expect(record.signals.map(({ kind, message }) => `${kind}: ${message}`)).toContain(
      'canary: what earlier/codex.short.handoff.run-2/attempt-1/session-1/memory left was seen by small/leaks.short.handoff.run-1/attempt-1: its canary is in trace.jsonl',
    );
  });
});
