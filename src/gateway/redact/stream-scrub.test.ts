import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { SHAPES } from './shapes.js';
import { Scrubber } from './scrubber.js';
import { secretsIn } from './environment.js';
import { streamScrub } from './stream-scrub.js';

const made = (prefix: string, length: number): string => prefix + 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z'.repeat(4).slice(0, length);
const GITHUB = made('gh' + 'p_', 36);
const PEM = ['-----BEGIN ', 'RSA PRIVATE KEY-----\n', ...Array.from({ length: 12 }, () => `${made('', 64)}\n`), '-----END ', 'RSA PRIVATE KEY-----'].join('');

/** The bytes in pieces of one size. */
function scrubbed(bytes: Buffer, size: number, scrubber = new Scrubber([])): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  return buffer(Readable.from(pieces).pipe(streamScrub(scrubber)));
}

test.each([1, 7, 64, 4096])('credentials are masked and all other bytes stay, in pieces of %i bytes', async (size) => {
  const before = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0x63, 0xe9, 10]), Buffer.from(`token ${GITHUB}.\n${PEM}\nend, no newline ünï`)]);
  const after = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0x63, 0xe9, 10]), Buffer.from('token [redacted:github-token].\n[redacted:private-key]\nend, no newline ünï')]);
  expect(await scrubbed(before, size)).toEqual(after);
});

test('a line without an end does not have to fit into memory, and a credential on the border of two parts is masked', async () => {
  const size = 1 << 16;
  const long = Buffer.from(`${'x'.repeat((1 << 20) - 10)} ${GITHUB} ${'y'.repeat(1 << 20)}`);
  expect((await scrubbed(long, size)).toString()).not.toContain(GITHUB.slice(0, 20));
});

test('a value that is not ASCII is found in bytes too', async () => {
  const value = 'schlüssel-für-alles';
  expect((await scrubbed(Buffer.from(`a ${value} b ${Buffer.from(value).toString('base64')}`), 5, new Scrubber([{ name: 'OWN', value }]))).toString()).toBe('a [redacted:OWN] b [redacted:OWN]');
});

test('the quick look misses no shape', () => {
  const samples = ['sk-ant-', 'sk-', 'sk-proj-', 'AIza', 'ya29.', 'ghp_', 'gho_', 'github_pat_', 'glpat-', 'xoxb-', 'AKIA', 'ASIA', 'hf_', 'npm_', 'gsk_', 'xai-', 'pplx-', 'sk_live_', 'rk_test_'].map((prefix) => (/^A[KS]IA$/.test(prefix) ? `${prefix}ABCDEFGHIJ123456` : made(prefix, prefix === 'AIza' ? 35 : prefix === 'npm_' ? 36 : 40)));
  const jwt = [made('ey' + 'J', 20), made('ey' + 'J', 40), made('', 43)].join('.');
  const found = [...samples, jwt, PEM].map((text) => new Scrubber([]).text(text));
  expect(found.filter((text) => !/^\[redacted:[a-z-]+\]$/.test(text))).toEqual([]);
  expect(new Set(found).size).toBe(SHAPES.length);
});

test('of an environment, what is named like a credential is one, but no path and no word', () => {
  const env = { OPENAI_API_KEY: made('', 20), GITHUB_TOKEN: made('x', 20), DB_PASSWORD: 'postgres', GOOGLE_APPLICATION_CREDENTIALS: '/home/me/credentials.json', PATH: made('', 30), MONKEY: made('', 30) };
  expect(secretsIn(env).map(({ name }) => name)).toEqual(['OPENAI_API_KEY', 'GITHUB_TOKEN']);
});
