import { hostname, userInfo } from 'node:os';

/** A piece of text that is somebody's, and what kind it is. */
export interface Found {
  kind: string;
  from: number;
  to: number;
}

/** A text by which somebody can be told. */
export interface PersonalText {
  kind: 'home-directory' | 'user-name' | 'host-name' | 'personal';
  text: string;
}

/** Shorter names are in too much ordinary text. */
const SHORTEST = 4;
/** Names that accounts and machines have everywhere: they tell nobody. */
const GENERIC = new Set([
  'root', 'user', 'users', 'admin', 'administrator', 'ubuntu', 'debian', 'node', 'runner', 'home', 'build', 'builder', 'test', 'tester', 'developer', 'docker', 'guest',
  'work', 'local', 'localhost', 'main', 'master', 'server', 'host', 'agent', 'project', 'projects',
]);

/** By what the person who publishes, and their machine, would be told. */
export function operator({ home, user, host } = thisMachine()): PersonalText[] {
  const base = home.split(/[/\\]/).at(-1) ?? '';
  const tells = (name: string): boolean => name.length >= SHORTEST && !GENERIC.has(name.toLowerCase());
  return [
    ...(tells(base) ? [{ kind: 'home-directory', text: home } as const] : []),
    ...(tells(user) ? [{ kind: 'user-name', text: user } as const] : []),
    ...(tells(host) ? [{ kind: 'host-name', text: host } as const] : []),
  ];
}

function thisMachine(): { home: string; user: string; host: string } {
  try {
    const { homedir, username } = userInfo();
    return { home: homedir, user: username, host: hostname() };
  } catch {
    // An account without an entry in the user database.
    return { home: '', user: '', host: hostname() };
  }
}

/** Every place of a known text that is a word of its own. JSON writes a line break as `\n`: what follows that begins a word. */
export function known(personal: readonly PersonalText[]): (text: string) => Found[] {
  const patterns = personal.flatMap(({ kind, text }) => forms(text).map((form) => ({ kind, pattern: new RegExp(String.raw`(?<!(?<!\\)[A-Za-z0-9_])${escape(form)}(?![A-Za-z0-9_])`, 'g') })));
  return (text) => patterns.flatMap(({ kind, pattern }) => [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ kind, from: index, to: index + length })));
}

/** As itself and in JSON, one character for each byte. */
const forms = (text: string): string[] => [...new Set([text, JSON.stringify(text).slice(1, -1)].map((form) => Buffer.from(form).toString('latin1')))];

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

const ADDRESS = /[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/g;
/** Domains that are kept for examples (RFC 2606, RFC 6761), and names that are nobody's. */
const NOBODY = /^(?:git|no-?reply|nobody|postmaster)@|[@.](?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local)$/i;
/** `img@2x.png` and `lib@next.js` are no addresses. */
const FILE = /\.(?:png|jpe?g|gif|svg|webp|css|js|cjs|mjs|ts|tsx|jsx|json|ya?ml|html?)$/i;

/** E-mail addresses of somebody. @param spoken whether a text is part of the locked protocol: what a task is about is nobody's */
export function addresses(spoken: (text: string) => boolean): (text: string) => Found[] {
  return (text) => {
    if (!text.includes('@')) return [];
    return [...text.matchAll(ADDRESS)].flatMap((match) => {
      const from = match.index + escaped(text, match.index, match[0]);
      const to = match.index + match[0].length;
      const address = text.slice(from, to);
      return address.startsWith('@') || NOBODY.test(address) || FILE.test(address) || spoken(address) ? [] : [{ kind: 'e-mail', from, to }];
    });
  };
}

/** How much at its beginning belongs to an escape of JSON, such as the `n` of `\n`. */
function escaped(text: string, at: number, match: string): number {
  if (text[at - 1] !== '\\') return 0;
  return /^u[0-9a-fA-F]{4}/.test(match) ? 5 : /^[nrtbf]/.test(match) ? 1 : 0;
}
