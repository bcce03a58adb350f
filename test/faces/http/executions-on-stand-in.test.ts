import { describe } from 'vitest';
import { startRunningGateway } from '../../support/running-gateway.ts';
import { describeExecutions } from './executions-contract.ts';

describe('executions on the stand-in', () => {
  describeExecutions('jenkins', async () => {
    const running = await startRunningGateway();
    return { running, leave: () => running.stop() };
  });
});
