import { describe } from 'vitest';
import { describeGateway } from '../engines/jenkins/client/gateway-contract.ts';
import { controllerUnderTest, removeFolder } from '../support/controller-under-test.ts';

describe.skipIf(!process.env.JENKINS_URL)('on a controller', () => {
  describeGateway('a real Jenkins', async () => {
    const address = controllerUnderTest();
    return { address, leave: (folder) => removeFolder(address, folder) };
  });
});
