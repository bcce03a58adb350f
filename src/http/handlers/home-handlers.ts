import { flowOfName } from '../../language/flow/flow-key.ts';
import type { HomeService } from '../../services/home/home-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { homeOnWire } from '../response/wire-home.ts';

/** The first page of the console. */
export function homeHandlers(home: HomeService) {
  return {
    getHome: async ({ query: { namespace, flow = [] } }, response) => {
      response.json(homeOnWire(await home.read(callerOf(response), { namespace, flows: flow.map(flowOfName) })));
    },
  } satisfies Partial<OperationHandlers>;
}
