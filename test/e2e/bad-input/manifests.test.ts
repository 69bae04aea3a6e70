import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refused } from '../../support/refused.js';
import { temporaryDirectory } from '../../support/temporary.js';

const MANIFEST = `campaign: small
runs: 1
tasks:
  - scenario: short
    profiles: [handoff]
configurations:
  - id: one
    agent: control/amnesiac
`;

const HERE = { here: true };

/** What is done to the manifest, and what the line has to say: place and reason. */
const FAULTS: [what: string, from: string, to: string, line: RegExp][] = [
  ['an unknown key at the top', 'runs: 1', 'rums: 1', /^m\.yaml:2:1 rums: unknown key `rums`; remove it/],
  ['an unknown key further in', 'profiles: [handoff]', 'profiles: [handoff]\n    profile: handoff', /^m\.yaml:6:5 tasks\[0\]\.profile: unknown key `profile`/],
  ['a key twice', 'runs: 1', 'runs: 1\nruns: 2', /^m\.yaml:3:1: duplicated key `runs`/],
  ['a configuration id twice', 'configurations:', 'configurations:\n  - { id: one, agent: control/leaker }', /^m\.yaml:8:5 configurations\[1\]\.id: duplicated id `one`; give each/],
  ['the same task twice', 'configurations:', '  - { scenario: short, profiles: [handoff] }\nconfigurations:', /^m\.yaml:6:5 tasks\[1\]: task `short` is there twice; give one/],
  ['a profile twice', '[handoff]', '[handoff, handoff]', /^m\.yaml:5:25 tasks\[0\]\.profiles\[1\]: profile `handoff` is listed twice/],
  ['an unknown scenario', 'scenario: short', 'scenario: shirt', /^m\.yaml:4:5 tasks\[0\]\.scenario: unknown scenario `shirt`; .*`scenario_file`/],
  ['an unknown profile', '[handoff]', '[handoff, hand-off]', /^m\.yaml:5:25 tasks\[0\]\.profiles\[1\]: unknown profile `hand-off`; .*contextos/],
  ['a profile that the scenario does not support', 'scenario: short\n    profiles: [handoff]', 'scenario: revision\n    profiles: [instructions]', /^m\.yaml:5:16 tasks\[0\]\.profiles\[0\]: profile `instructions`: .*; supported here: handoff, contextos/],
  ['a profile that the scenario does not define', '[handoff]', '[handoff-sentences]', /^m\.yaml:5:16 tasks\[0\]\.profiles\[0\]: profile `handoff-sentences`: .*; supported here: instructions, handoff, contextos/],
  ['an unknown agent', 'control/amnesiac', 'control/insomniac', /^m\.yaml:8:5 configurations\[0\]\.agent: unknown agent `control\/insomniac`; .*control\/amnesiac/],
  ['a cap in money without a price', 'agent: control/amnesiac', 'agent: model\n    model: { label: m-1, provider: paid }\nspend: { cost_usd: 5 }\nproviders: { paid: { mode: live, base_url: "http://127.0.0.1:1/v1" } }', /m\.yaml: configuration `one`: a cap in money cannot hold, since provider `paid` has no price for m-1; give it one/],
  ['an unknown template', '[handoff]', '[handoff]\n    workspace: { template: garage }', /^m\.yaml:6:5 tasks\[0\]\.workspace: unknown workspace template `garage`; .*service/],
  ['no scenario at all', 'scenario: short', 'id: short', /^m\.yaml:4:5 tasks\[0\]: needs either `scenario` or `scenario_file`/],
  ['two scenarios in one task', 'scenario: short', 'scenario: short\n    scenario_file: x.json', /^m\.yaml:4:5 tasks\[0\]: needs either/],
  ['a missing key', '    agent: control/amnesiac\n', '', /^m\.yaml:7:5 configurations\[0\]\.agent: is missing/],
  ['nothing to run', '  - scenario: short\n    profiles: [handoff]\n', '  []\n', /^m\.yaml:3:1 tasks: /],
  ['runs 0', 'runs: 1', 'runs: 0', /^m\.yaml:2:1 runs: /],
  ['runs as text', 'runs: 1', 'runs: many', /^m\.yaml:2:1 runs: must be a number, not text/],
  ['half a run', 'runs: 1', 'runs: 1.5', /^m\.yaml:2:1 runs: must be a whole number/],
  ['a list where a name belongs', 'campaign: small', 'campaign: [small]', /^m\.yaml:1:1 campaign: must be text, not a list/],
  ['a name that is no path segment', 'campaign: small', 'campaign: ../small', /^m\.yaml:1:1 campaign: must be 1 to 63 of a-z 0-9/],
  ['an unknown engine', 'runs: 1', 'engine: podman', /^m\.yaml:2:1 engine: .*docker/],
  ['limits below what a process needs', 'runs: 1', 'limits: { pids: 0 }', /^m\.yaml:2:11 limits\.pids: /],
  ['a command without a program', 'control/amnesiac', 'command', /^m\.yaml:7:5 configurations\[0\]: `agent: command` needs a `command:` block/],
  ['a command for an agent that has its own', 'control/amnesiac', 'control/amnesiac\n    command: { argv: [sh] }', /^m\.yaml:9:5 configurations\[0\]\.command: `command` is only for/],
  ['a command with an unknown key', 'control/amnesiac', 'command\n    command: { argv: [sh], shell: true }', /^m\.yaml:9:28 configurations\[0\]\.command\.shell: unknown key `shell`/],
  ['a command with an empty argv', 'control/amnesiac', 'command\n    command: { argv: [] }', /^m\.yaml:9:16 configurations\[0\]\.command\.argv: /],
  ['an answer file outside the workspace', 'control/amnesiac', "command\n    command: { argv: [sh], answer: 'file:../x' }", /^m\.yaml:9:28 configurations\[0\]\.command\.answer: must be stdout, json or file:PATH/],
  ['an image that is not there', 'control/amnesiac', 'command\n    command: { argv: [sh], image: nosuch }', /^m\.yaml:9:28 configurations\[0\]\.command\.image: .*nosuch/],
  ['an unknown key of a service', 'runs: 1', 'runs: 1\nservices:\n  mem: { image: server-memory, command: [mcp-server-memory], protocol: mcp-stdio, volume: x }', /^m\.yaml:4:\d+ services\.mem\.volume: unknown key `volume`/],
  ['state of a service outside of its home', 'runs: 1', 'runs: 1\nservices:\n  mem: { image: server-memory, command: [mcp-server-memory], protocol: mcp-stdio, state: [/var/lib/mem] }', /^m\.yaml:4:\d+ services\.mem\.state\[0\]: must be a path or glob in the home of the service/],
  ['state of a service above its home', 'runs: 1', 'runs: 1\nservices:\n  mem: { image: server-memory, command: [mcp-server-memory], protocol: mcp-stdio, state: [~/../x] }', /^m\.yaml:4:\d+ services\.mem\.state\[0\]: must be .*without `\.\.`/],
  ['a service where the model is', 'runs: 1', 'runs: 1\nservices:\n  mem: { image: server-memory, command: [mcp-server-memory], protocol: mcp-stdio, port: 8900 }', /^m\.yaml:4:\d+ services\.mem\.port: is where the model is/],
  ['a service whose image is not there', 'runs: 1', 'runs: 1\nservices:\n  mem: { image: nosuch, command: [x], protocol: http }', /^m\.yaml:4:\d+ services\.mem\.image: there is no image `nosuch`; the folders of images\/ are /],
  ['a service that nobody describes', 'control/amnesiac', 'codex\n    services: [mem]', /^m\.yaml:9:16 configurations\[0\]\.services\[0\]: configuration `one`: there is no service `mem`; describe it/],
  ['a service beside an agent that calls none', 'control/amnesiac', 'control/amnesiac\n    services: [mem]', /^m\.yaml:9:5 configurations\[0\]\.services: configuration `one`: control\/amnesiac calls no service/],
  ['two services on one port', 'tasks:\n  - scenario: short\n    profiles: [handoff]\nconfigurations:\n  - id: one\n    agent: control/amnesiac', 'services:\n  mem: { image: server-memory, command: [mcp-server-memory], protocol: mcp-stdio }\n  two: { image: base, command: [x], protocol: http }\ntasks:\n  - scenario: short\n    profiles: [handoff]\nconfigurations:\n  - id: one\n    agent: codex\n    services: [mem, two]', /services\[1\]: configuration `one`: services `mem` and `two` both have port 8901; give one/],
  ['an MCP server for an agent that takes none', 'tasks:\n  - scenario: short\n    profiles: [handoff]\nconfigurations:\n  - id: one\n    agent: control/amnesiac', 'services:\n  mem: { image: server-memory, command: [mcp-server-memory], protocol: mcp-stdio }\ntasks:\n  - scenario: short\n    profiles: [handoff]\nconfigurations:\n  - id: one\n    agent: pi\n    services: [mem]', /services\[0\]: configuration `one`: pi cannot be given an MCP server; remove it/],
  ['state of a service kept where none runs', 'profiles: [handoff]', 'profiles: [handoff]\n    resets: { service: declared }', /^m\.yaml:6:\d+ tasks\[0\]\.resets\.service: no service runs here whose state could be kept; remove it/],
  ['an anchor bomb', 'campaign: small', `campaign: small\nx: &a [${'1,'.repeat(30)}]\ny: &b [${'*a,'.repeat(30)}]\nz: [${'*b,'.repeat(30)}]`, /^m\.yaml: its aliases stand for more than/],
];

describe('a manifest is refused before anything starts: with file, place, reason and what to do', () => {
  test.for(FAULTS)('%s', async ([, from, to, line]) => {
    const folder = temporaryDirectory();
    expect(MANIFEST).toContain(from);
    writeFileSync(join(folder, 'm.yaml'), MANIFEST.replace(from, to));
    expect(await refused(['run', 'm.yaml', '--engine', 'local', '--out', 'out'], folder, HERE)).toMatch(line);
  });

  test.for<[string, string | Buffer, RegExp]>([
    ['text that is not YAML', 'campaign: [small', /^m\.yaml:1:\d+: .*(flow|sequence|expected)/i],
    ['an empty file', '', /^m\.yaml: is empty; see manifests\/demo\.yaml/],
    ['a list', '- 1\n- 2\n', /^m\.yaml:1:1: must be keys with values, not a list/],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x80]), /^m\.yaml: is not UTF-8 text; give the path of a campaign manifest/],
    ['two documents', `${MANIFEST}---\n${MANIFEST}`, /^m\.yaml:9:1: .*document/],
  ])('%s', async ([, content, line]) => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'm.yaml'), content);
    expect(await refused(['run', 'm.yaml', '--engine', 'local', '--out', 'out'], folder, HERE)).toMatch(line);
  });

  test.for([
    ['a file that is not there', 'none.yaml', /^none\.yaml: no such file; give the path of a campaign manifest/],
    ['a directory', '.', /^\.: is a directory; give the path/],
    ['a device', '/dev/null', /^\/dev\/null: is empty/],
  ] as const)('%s', async ([, file, line]) => {
    expect(await refused(['run', file, '--engine', 'local', '--out', 'out'], temporaryDirectory(), HERE)).toMatch(line);
  });
});
