import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, urlOf } from '../support/listening-server.ts';
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
  server = await listen(running.gateway.app);
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
  const here = command.replaceAll('localhost:3000', new URL(urlOf(server)).host).replaceAll('npx flowgate', `node ${program}`);
  const { stdout } = await promisify(execFile)('bash', ['-c', `${here}\ntrue`], { cwd: folder });
  expect(stdout.trimEnd()).toBe(output.trimEnd());
});
