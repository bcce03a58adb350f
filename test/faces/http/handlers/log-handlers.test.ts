import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import { expect, it } from 'vitest';
import { LogChunk } from '../../../../src/abilities/logs/lines/log-reading.ts';
import type { Services } from '../../../../src/abilities/open-abilities.ts';
import { logHandlers } from '../../../../src/faces/http/handlers/log-handlers.ts';
import { listen, urlOf } from '../../../support/listening-server.ts';

const line = Buffer.from(`${'x'.repeat(10_000)}\n`);
const size = 200 * 1024 * 1024;

it('a log is not read ahead for a client that follows it and does not read', async () => {
  let read = 0;
  const logs = {
    requireLog: () => Promise.resolve(),
    async *follow() {
      for (; read < size; read += line.length) {
        await nextTurn();
        yield new LogChunk([{ start: read, bytes: line }], read + line.length);
      }
      return 'SUCCESS';
    },
  };
  const executions = { read: () => Promise.resolve({}) };
  const { getLogs } = logHandlers({ executions, logs } as unknown as Services);
  const app = express();
  app.get('/logs', getLogs as unknown as RequestHandler);
  const server = await listen(app);
  const client = connect(Number(new URL(urlOf(server)).port), '127.0.0.1').pause();
  client.write('GET /logs?follow=true HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

  // It is read until the buffers of the connection are full.
  for (let before = -1; before !== read; await pause(200)) before = read;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(size / 2);

  client.resume();
  await once(client, 'end');
  expect(read).toBeGreaterThanOrEqual(size);
  server.close();
});
