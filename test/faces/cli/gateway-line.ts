import type { Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { TestGateway } from '../../support/gateway.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import type { RunningGateway } from '../../support/running-gateway.ts';
import { CommandLine } from './command-line.ts';

/** A gateway, empty at each test, and a command line of ada that calls it, new for each test. */
export interface GatewayLine<Started> {
  started: Started;
  server: Server;
  line: CommandLine;
}

/** Starts a gateway for a suite. The members of the result are there once the tests run. */
export function useGatewayLine<Started extends TestGateway | RunningGateway>(
  start: () => Promise<Started>,
): GatewayLine<Started> {
  const used = {} as GatewayLine<Started>; // the hooks fill it
  const gateway = (): TestGateway => ('gateway' in used.started ? used.started.gateway : used.started);
  beforeAll(async () => {
    used.started = await start();
    used.server = await listen(gateway().app);
  });
  beforeEach(async () => {
    await gateway().redis.redis.flushall();
    used.line = new CommandLine();
    used.line.environment = { FLOWGATE_SERVER: urlOf(used.server), FLOWGATE_USER: 'ada' };
  });
  afterEach(() => used.line.remove());
  afterAll(async () => {
    used.server.close();
    await used.started.stop();
  });
  return used;
}
