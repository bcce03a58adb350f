import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PartReport } from '../../../bench/rig/part.ts';
import { apiTokenMode } from '../../hard/support/caller-kinds.ts';
import { tenantLocks } from '../../hard/support/tenant-fixture.ts';
import { tryCallers } from '../../hard/tenancy.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import { startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

let running: RunningGateway;
let server: Server;
beforeAll(async () => {
  running = await startRunningGateway({
    publicUrl: 'http://127.0.0.1:9',
    locks: { locks: tenantLocks, running: [] },
  });
  server = await listen(running.gateway.app);
});
afterAll(async () => {
  server.close();
  await running.stop();
});

it('a token is limited to its namespaces and rights in every operation of the contract, also without a policy', async () => {
  const report = new PartReport(() => undefined);
  await tryCallers(
    apiTokenMode(() => urlOf(server)),
    urlOf(server),
    report,
  );
  expect(report.checks.length).toBeGreaterThan(800);
  expect(report.checks.filter(({ failure }) => failure !== undefined)).toEqual([]);
}, 120_000);
