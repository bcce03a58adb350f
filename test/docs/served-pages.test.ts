import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, urlOf } from '../support/listening-server.ts';
import { temporaryFolder } from '../support/redis.ts';
import { startRunningGateway, type RunningGateway } from '../support/running-gateway.ts';
import { readProjectFile } from './pages.ts';
import { runPage, stepsOf } from './run-page.ts';

/** Pages whose commands need only Flowgate itself, and no build. */
describe.each([
  { path: 'README.md', minSteps: 3 },
  { path: 'docs/how-to/start-flows-with-triggers.md', minSteps: 6 },
])('$path', ({ path, minSteps }) => {
  const page = readProjectFile(path);
  const steps = stepsOf(page).map((step, index) => ({ ...step, index }));
  let running: RunningGateway;
  let server: Server;
  let folder: string;
  let printed: readonly string[];

  beforeAll(async () => {
    running = await startRunningGateway();
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
