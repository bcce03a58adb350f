import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/redis.ts';
import { startRunningGateway, type RunningGateway } from '../support/running-gateway.ts';
import { fencedBlocks, pageSteps, readProjectFile } from './pages.ts';

const page = readProjectFile('docs/triggers.md');
const steps = pageSteps(page);

let running: RunningGateway;
let server: Server;
let folder: string;

beforeAll(async () => {
  running = await startRunningGateway();
  server = createServer(running.gateway.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  folder = temporaryFolder();
  writeFileSync(join(folder, 'site.yaml'), fencedBlocks(page, 'yaml')[0] ?? '');
});

afterAll(async () => {
  server.close();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the page has its steps', () => {
  expect(steps.length).toBeGreaterThanOrEqual(6);
});

// In their order, for each goes on where the one before has ended.
test.each(steps)('the page prints what it says: $command', async ({ command, output }) => {
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const { stdout } = await promisify(execFile)('bash', ['-c', command.replaceAll('localhost:3000', `127.0.0.1:${port}`)], { cwd: folder });
  expect(stdout.trimEnd()).toBe(output.trimEnd());
});
