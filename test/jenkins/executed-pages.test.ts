import { afterAll, describe } from 'vitest';
import { executedPages } from '../docs/executed-pages.ts';
import { controllerUnderTest, ownFolder, removeFolder } from '../support/controller-under-test.ts';
import { startGatewayOn } from '../support/running-gateway.ts';

describe.skipIf(!process.env.JENKINS_URL)('the pages on a real controller:', () => {
  const folder = ownFolder();
  afterAll(() => removeFolder(controllerUnderTest(), folder));
  executedPages({
    start: (publicUrl, recordings) =>
      startGatewayOn(
        { ...controllerUnderTest(), folder },
        { publicUrl, taskSettings: { FLOWGATE_ROSBAG_URL: recordings } },
      ),
  });
});
