import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, urlOf } from '../support/listening-server.ts';
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
  server = await listen(running.gateway.app);
  folder = temporaryFolder();
});

afterAll(async () => {
  server.close();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the commands print what the page says', async () => {
  const printed = await runPage(page, { folder, url: urlOf(server) });
  const told = stepsOf(page).map(({ output }) => output?.trimEnd());
  expect(told).toHaveLength(6);
  expect(printed.map((text) => text.trimEnd())).toEqual(told);
});
