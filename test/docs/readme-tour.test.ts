import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRunningGateway, type RunningGateway } from '../support/running-gateway.ts';
import { fencedBlocks, readProjectFile } from './pages.ts';
import { stepsOf } from './run-page.ts';

const page = readProjectFile('README.md');
const [flow = ''] = fencedBlocks(page, 'yaml');
const steps = stepsOf(page).flatMap(({ commands, output }) => (output === undefined ? [] : [{ command: commands, output }]));
const program = join(import.meta.dirname, '..', '..', 'scripts', 'flowgate.mjs');

let running: RunningGateway;
let server: Server;
let folder: string;

beforeAll(async () => {
  running = await startRunningGateway();
  server = createServer(running.gateway.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  folder = mkdtempSync(join(tmpdir(), 'flowgate-tour-'));
  writeFileSync(join(folder, 'hello.yaml'), flow);
});

afterAll(async () => {
  server.close();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the tour has its steps', () => {
  expect(steps.length).toBeGreaterThanOrEqual(6);
});

// In their order, for each goes on where the one before has ended.
test.each(steps)('the tour prints what it says: $command', async ({ command, output }) => {
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const here = command.replaceAll('localhost:3000', `127.0.0.1:${port}`).replaceAll('npx flowgate', `node ${program}`);
  const { stdout } = await promisify(execFile)('bash', ['-c', `${here}\ntrue`], { cwd: folder });
  expect(stdout.trimEnd()).toBe(output.trimEnd());
});
