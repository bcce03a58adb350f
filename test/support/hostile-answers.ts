import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** Answers of a host that is broken or hostile, each sent in full by `send`, which ends when its reader leaves. */
export interface HostileAnswer {
  readonly name: string;
  readonly send: (response: ServerResponse) => void | Promise<void>;
}

const mebibyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };

/** Written in pieces, so that the sender holds up nobody either. */
async function stream(response: ServerResponse, pieces: Iterable<string | Buffer>): Promise<void> {
  let isOpen = true;
  let wake: () => void = () => undefined;
  response.on('drain', () => wake());
  response.once('close', () => {
    isOpen = false;
    wake();
  });
  for (const piece of pieces) {
    if (!isOpen) return;
    if (!response.write(piece)) await new Promise<void>((resolve) => (wake = resolve));
  }
  response.end();
}

function* repeated(piece: string | Buffer, times: number): Generator<string | Buffer> {
  for (let count = 0; count < times; count++) yield piece;
}

function* endless(piece: string): Generator<string> {
  for (;;) yield piece;
}

/** A gzip of 1 GiB of spaces, made once. */
let bomb: Buffer | undefined;
function gzipBomb(): Buffer {
  // A gzip file may consist of several parts, one after another.
  const part = gzipSync(Buffer.alloc(16 * mebibyte, ' '));
  return (bomb ??= Buffer.concat(Array.from({ length: 64 }, () => part)));
}

export const hostileAnswers: readonly HostileAnswer[] = [
  {
    name: '90 MB',
    send: (response) => {
      response.writeHead(200, json);
      return stream(response, [
        '{"data":{"data":{"token":"',
        ...repeated('x'.repeat(mebibyte), 90),
        '"}},"keys":[],"payload":{}}',
      ]);
    },
  },
  {
    name: '90 MB that are announced',
    send: (response) => {
      response.writeHead(200, { ...json, 'content-length': 90 * mebibyte });
      return stream(response, repeated('x'.repeat(mebibyte), 90));
    },
  },
  {
    name: '10 MB of [',
    send: (response) => {
      response.writeHead(200, json);
      return stream(response, repeated('['.repeat(mebibyte), 10));
    },
  },
  {
    name: '1 MB of [',
    send: (response) => void response.writeHead(200, json).end('['.repeat(mebibyte)),
  },
  {
    name: 'a million keys',
    send: (response) => {
      response.writeHead(200, json);
      const member = (_: unknown, index: number) => `"${index.toString(36)}":1`;
      return stream(response, ['{', Array.from({ length: 1_000_000 }, member).join(','), '}']);
    },
  },
  {
    name: '200,000 keys in 2 MB',
    send: (response) => {
      response.writeHead(200, json);
      const member = (_: unknown, index: number) => `"${index.toString(36)}":1`;
      return stream(response, ['{', Array.from({ length: 200_000 }, member).join(','), '}']);
    },
  },
  {
    name: 'a gzip that becomes 1 GB',
    send: (response) => {
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
      return stream(response, [gzipBomb()]);
    },
  },
  {
    name: 'no end',
    send: (response) => {
      response.writeHead(200, json);
      return stream(response, endless(' '.repeat(64 * 1024)));
    },
  },
  {
    name: 'a byte now and then',
    send: async (response) => {
      response.writeHead(200, json);
      while (!response.destroyed) {
        response.write(' ');
        await sleep(50);
      }
    },
  },
];
