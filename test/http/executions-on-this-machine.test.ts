import { describe } from 'vitest';
import { startLocalGateway } from '../support/running-gateway.ts';
import { describeExecutions } from './executions-contract.ts';

describe('executions on this machine', () => {
  describeExecutions('local', async () => {
    const running = await startLocalGateway();
    return { running, leave: () => running.stop() };
  });
});
