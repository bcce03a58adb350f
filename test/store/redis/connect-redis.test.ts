import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectRedis } from '../../../src/store/redis/connect-redis.ts';

/** The first bytes that a client of this URL sends. */
async function firstBytes(urlOf: (port: number) => string): Promise<Buffer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const bytes = new Promise<Buffer>((resolve) =>
    server.once('connection', (socket) => {
      socket.on('error', () => undefined); // the client gives up
      socket.once('data', (data) => {
        resolve(data);
        socket.destroy();
      });
    }),
  );
  const redis = connectRedis({ url: urlOf(port) }, () => undefined);
  try {
    return await bytes;
  } finally {
    redis.disconnect();
    server.close();
  }
}

// The record of a TLS handshake.
const handshake = 0x16;

describe('rediss encrypts from the first byte', () => {
  it.each([
    ['a server', (port: number) => `rediss://:secret@127.0.0.1:${port}`],
    ['sentinels', (port: number) => `rediss+sentinel://:secret@127.0.0.1:${port}/flowgate`],
    ['a cluster', (port: number) => `rediss+cluster://:secret@127.0.0.1:${port}`],
  ])('to %s', async (_name, urlOf) => {
    const bytes = await firstBytes(urlOf);
    expect(bytes[0]).toBe(handshake);
    expect(bytes.toString('latin1')).not.toContain('secret');
  });
});
