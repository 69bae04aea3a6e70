import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { loadDockerode } from './load-dockerode.js';

test('dockerode comes without gRPC, Protocol Buffers and SSH, which every command that asks for an engine would wait for', async () => {
  expect(new (await loadDockerode())({ socketPath: '/nowhere' }).getContainer('some').id).toBe('some');
  const { cache } = createRequire(import.meta.url);
  expect(Object.keys(cache).filter((file) => file.includes('/dockerode/'))).not.toEqual([]);
  expect(Object.keys(cache).filter((file) => /node_modules\/(@grpc|protobufjs|ssh2)\//.test(file))).toEqual([]);
});
