import { startLocalGateway } from '../support/running-gateway.ts';
import { executedPages } from './executed-pages.ts';

executedPages({
  start: (publicUrl, recordings) => startLocalGateway({ publicUrl, taskSettings: { FLOWGATE_ROSBAG_URL: recordings } }),
  count: 2,
});
