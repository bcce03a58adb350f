import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, urlOf } from '../support/listening-server.ts';
import { sampleOf } from '../support/nightly.ts';
import { temporaryFolder } from '../support/redis.ts';
import { startLocalGateway, startRunningGateway, type GatewayWithWorker } from '../support/running-gateway.ts';
import { readProjectFile } from './pages.ts';
import { runPage, stepsOf } from './run-page.ts';

/** Pages whose commands need no Jenkins. */
const pages = [
  { path: 'README.md', minSteps: 3, start: startLocalGateway },
  { path: 'docs/tutorial/staged-release.md', minSteps: 5, start: startLocalGateway },
  { path: 'docs/tutorial/from-a-jenkinsfile.md', minSteps: 6, start: startLocalGateway },
  { path: 'docs/how-to/start-flows-with-triggers.md', minSteps: 6, start: startRunningGateway },
];

describe.each(sampleOf(pages, 2))('$path', ({ path, minSteps, start }) => {
  const page = readProjectFile(path);
  const steps = stepsOf(page).map((step, index) => ({ ...step, index }));
  let running: GatewayWithWorker;
  let server: Server;
  let folder: string;
  let printed: readonly string[];

  beforeAll(async () => {
    running = await start();
    server = await listen(running.gateway.app);
    folder = temporaryFolder();
    printed = await runPage(page, { folder, url: urlOf(server) });
  }, 60_000);
  afterAll(async () => {
    server.close();
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has its steps', () => {
    expect(steps.length).toBeGreaterThanOrEqual(minSteps);
  });

  test.each(steps.filter(({ output }) => output !== undefined))(
    'prints what it says: $commands',
    ({ output = '', index }) => {
      expect(printed[index]?.trimEnd()).toBe(output.trimEnd());
    },
  );
});
