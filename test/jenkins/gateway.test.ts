import { controllerUnderTest, removeFolder } from '../support/controller-under-test.ts';
import { describeGateway } from '../jenkins-gateway/gateway-contract.ts';

describeGateway('a real controller', async () => {
  const address = controllerUnderTest();
  return { address, leave: (folder) => removeFolder(address, folder) };
});
