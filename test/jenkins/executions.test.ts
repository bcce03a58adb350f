import { describe } from 'vitest';
import { describeExecutions } from '../faces/http/executions-contract.ts';
import { controllerUnderTest, ownFolder, removeFolder } from '../support/controller-under-test.ts';
import { startGatewayOn } from '../support/running-gateway.ts';

describe.skipIf(!process.env.JENKINS_URL)('executions on a real controller', () => {
  describeExecutions('jenkins', async () => {
    const folder = ownFolder();
    const running = await startGatewayOn({ ...controllerUnderTest(), folder });
    const leave = async () => {
      await running.stop();
      await removeFolder(controllerUnderTest(), folder);
    };
    return { running, leave };
  });
});
