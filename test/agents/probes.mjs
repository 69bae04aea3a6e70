// node probes.mjs JSON: tries what must be out of reach, and prints one line of JSON about each.
// { tcp: ["host:port"], sockets: [path], names: [host], dns: "host:port", key: { length, sha256 } }
// The key is looked for by its digest, so that asking for it does not bring it here.
import { createHash } from 'node:crypto';
import { lookup, Resolver } from 'node:dns/promises';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

const { tcp, sockets, names, dns, key } = JSON.parse(process.argv[2]);
const WAIT_MS = 2000;

const opened = (options) =>
  new Promise((resolve) => {
    const socket = connect(options);
    const end = (how) => {
      socket.destroy();
      resolve(how);
    };
    socket.setTimeout(WAIT_MS, () => end('ETIMEDOUT'));
    socket.on('connect', () => end('connected')).on('error', ({ code }) => end(code));
  });
const resolved = (promise) => promise.then(() => 'resolved', ({ code }) => code);
const each = async (list, probe) => Object.fromEntries(await Promise.all(list.map(async (item) => [item, await probe(item)])));
const endpoint = (text) => ({ host: text.slice(0, text.lastIndexOf(':')), port: Number(text.slice(text.lastIndexOf(':') + 1)) });

const resolver = new Resolver({ timeout: WAIT_MS, tries: 1 });
resolver.setServers([dns]);

const words = new RegExp(`(?<![\\w-])[\\w-]{${key.length}}(?![\\w-])`, 'g');
const holdsKey = (text) => (text.match(words) ?? []).some((word) => createHash('sha256').update(word).digest('hex') === key.sha256);

/** Files that hold the key; what this user cannot read holds nothing for it. */
function* holding(folder) {
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {}
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* holding(path);
    else if (entry.isFile()) {
      try {
        if (statSync(path).size < 32e6 && holdsKey(readFileSync(path, 'latin1'))) yield path;
      } catch {}
    }
  }
}
const environments = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
  try {
    return [readFileSync(`/proc/${pid}/environ`, 'latin1')];
  } catch {
    return [];
  }
});

console.log(JSON.stringify({
  tcp: await each(tcp, (target) => opened(endpoint(target))),
  sockets: await each(sockets, (path) => (existsSync(path) ? opened({ path }) : 'ENOENT')),
  names: await each(names, (name) => resolved(lookup(name))),
  dns: await resolved(resolver.resolve4('example.test')),
  interfaces: Object.keys(networkInterfaces()),
  keys: Object.fromEntries(Object.entries(process.env).filter(([name]) => /key|token|secret|password/i.test(name))),
  found: [...['/home', '/tmp', '/etc', '/opt', '/run', '/var'].flatMap((folder) => [...holding(folder)]), ...environments.filter(holdsKey)],
}));
