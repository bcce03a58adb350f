import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/redis.ts';
import { startRunningGateway, type RunningGateway } from '../support/running-gateway.ts';
import { readProjectFile } from './pages.ts';
import { runPage, stepsOf } from './run-page.ts';

const page = readProjectFile('docs/triggers.md');

let running: RunningGateway;
let server: Server;
let folder: string;

beforeAll(async () => {
  running = await startRunningGateway();
  server = createServer(running.gateway.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  folder = temporaryFolder();
});

afterAll(async () => {
  server.close();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the commands print what the page says', async () => {
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const printed = await runPage(page, { folder, url: `http://127.0.0.1:${port}` });
  const told = stepsOf(page).map(({ output }) => output?.trimEnd());
  expect(told).toHaveLength(6);
  expect(printed.map((text) => text.trimEnd())).toEqual(told);
});
