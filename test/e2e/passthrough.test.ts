import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formsOf } from '../../src/gateway/redact/scrubber.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { currentReference } from '../../src/sandbox/images/list.js';
import { knownBase, DEFAULT_BASE } from '../../src/sandbox/images/base.js';
import { packageImages } from '../../src/sandbox/images/folder.js';
import { cleanslate, jsonLines, LIMITS, manifestFile } from '../support/cleanslate.js';
import { describeWithEngine, theEngine } from '../support/engine.js';
import { listen } from '../support/listeners.js';
import { temporaryDirectory } from '../support/temporary.js';

const KEY = 'cursor-key-31f0a9d47b6e';
const readJson = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const manifest = (provider: object): object => ({
  campaign: 'through', runs: 1, attempts: 1, limits: LIMITS, providers: { own: provider },
  tasks: [{ scenario: 'short', profiles: ['handoff'] }], configurations: [{ id: 'cursor', agent: 'cursor-agent', model: { label: 'auto', provider: 'own' } }],
});

describeWithEngine('a product that talks to its own backend, from a program that the user brings', () => {
  test('reaches listed hosts and no other, with its key inside and nowhere in the evidence, and all of it is declared', { timeout: 300_000 }, async () => {
    const folder = temporaryDirectory();
    const brought = temporaryDirectory();
    const dir = join(folder, 'campaign');
    const [backend, elsewhere] = [await listen('127.0.0.1', (socket) => socket.on('data', () => socket.write('hello\n'))), await listen('127.0.0.1')];
    copyFileSync(join(import.meta.dirname, '../agents/cursor-agent.mjs'), join(brought, 'cursor-agent.mjs'));
    writeFileSync(join(brought, 'cursor-agent'), '#!/bin/sh\nexec node "$(dirname "$(readlink -f "$0")")/cursor-agent.mjs" "$@"\n');
    chmodSync(join(brought, 'cursor-agent'), 0o755);
    const allowed = `127.0.0.1:${String(backend.port)}`;
    writeFileSync(join(brought, 'hosts.json'), JSON.stringify({ allowed, refused: `127.0.0.1:${String(elsewhere.port)}` }));
    const provider = { mode: 'passthrough', allow: [allowed], credential: { env: 'CURSOR_API_KEY' } };
    const run = (given: object, env: Record<string, string>) => cleanslate(['run', manifestFile(manifest(given), folder), '--engine', 'docker', '--out', dir], { CLEANSLATE_CURSOR_AGENT: brought, ...env });
    try {
      expect(await run({ mode: 'scripted' }, { CURSOR_API_KEY: KEY })).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/configuration `cursor`: cursor-agent talks to its own backend only; .*passthrough/) as string });
      expect(await run(provider, { CURSOR_API_KEY: '' })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('CURSOR_API_KEY is empty or not set') as string });
      const { exitCode, stdout, stderr } = await run(provider, { CURSOR_API_KEY: KEY });
      expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });

      // The key came to its backend, through the tunnel, in preflight and trial; the other host heard nothing.
      expect(backend.heard.map(String)).toEqual([`login ${KEY}\n`, `login ${KEY}\n`]);
      expect(elsewhere.heard).toEqual([]);
      const attempt = join(dir, 'trials/cursor.short.handoff.run-1/attempt-1');
      const answer = readJson(join(attempt, 'answer.txt')) as { tunnels: Record<string, string>; key: string };
      expect(answer.tunnels['allowed']).toMatch(/^HTTP\/1\.1 200 .*hello$/);
      expect(answer.tunnels['refused']).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer.key).toMatch(/^\[redacted.*\]\**$/);

      const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      expect(files.filter((file) => formsOf(KEY).some((form) => readFileSync(file).includes(form)))).toEqual([]);
      expect(`${stdout}${stderr}`).not.toContain(KEY);

      expect(readJson(join(attempt, 'attempt.json'))).toMatchObject({ valid: true, wire_witness: 'absent', credential_inside: true, witnesses: { status: 'one-sided' }, tool_calls: expect.any(Number) as number });
      expect(jsonLines(readFileSync(join(dir, 'results.jsonl'), 'utf8'))).toMatchObject([{ wire_witness: 'absent', credential_inside: true }]);
      expect(readJson(join(dir, 'campaign.json'))).toMatchObject({ manifest: { providers: { own: { mode: 'passthrough', allow: [allowed], credential: { env: 'CURSOR_API_KEY' } } } } });
      expect(stdout).toContain('Wire witness absent, only tunnels to listed hosts: cursor.');
      expect(stdout).toContain('Credential inside the sandbox, as the manifest declares: cursor.');
      const wire = jsonLines(readFileSync(join(attempt, 'wire.jsonl'), 'utf8')).filter(({ type }) => type === 'response');
      expect(wire.map(({ status, fault }) => [status, (fault as { kind: string } | null)?.kind])).toEqual([[403, 'host-refused'], [200, undefined]].sort());
      expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
    } finally {
      await removeImage(brought);
    }
  });
});

/** The image was made from this test's own program: nobody else can use it. */
async function removeImage(brought: string): Promise<void> {
  const { docker, close } = await connect(theEngine());
  process.env['CLEANSLATE_CURSOR_AGENT'] = brought;
  try {
    const reference = currentReference('cursor-agent', packageImages(), (await knownBase(docker)) ?? DEFAULT_BASE);
    await docker.getImage(reference).remove().catch(() => undefined);
  } finally {
    delete process.env['CLEANSLATE_CURSOR_AGENT'];
    close();
  }
}
