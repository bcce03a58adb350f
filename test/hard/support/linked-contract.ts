import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { routesOf, type Contract } from '../../../src/faces/http/openapi/contract.ts';

/** The parameters that an answer provides for the paths of other operations. */
const sources = [
  {
    operation: 'createFlow',
    status: '201',
    parameters: { namespace: '$response.body#/namespace', flow_id: '$response.body#/id' },
  },
  { operation: 'runFlow', status: '202', parameters: { execution_id: '$response.body#/id' } },
  { operation: 'replayExecution', status: '202', parameters: { execution_id: '$response.body#/id' } },
] as const;

/**
 * The contract with OpenAPI links from the operations that create flows and executions to every operation on them, so
 * that a tool that follows links gets more than 404.
 */
export function linkedContract(contract: Contract): Contract {
  const linked = structuredClone(contract);
  const routes = routesOf(linked);
  for (const { operation, status, parameters } of sources) {
    const source = routes.find((route) => route.operation.operationId === operation);
    if (source === undefined) throw new Error(`The contract has no ${operation}`);
    const responses = source.operation.responses as Record<string, object>; // every operation of the contract has some
    responses[status] = { ...resolved(responses[status], linked), links: linksFor(parameters, routes) };
  }
  return linked;
}

function linksFor(parameters: Readonly<Record<string, string>>, routes: ReturnType<typeof routesOf>): JsonObject {
  const targets = routes.filter(({ path }) => Object.keys(parameters).every((name) => path.includes(`{${name}}`)));
  return Object.fromEntries(
    targets.map(({ operation: { operationId } }) => [operationId, { operationId, parameters: { ...parameters } }]),
  );
}

function resolved(response: object | undefined, contract: Contract): object {
  const { $ref } = (response ?? {}) as { $ref?: string };
  const name = $ref?.split('/').at(-1) ?? '';
  return $ref === undefined ? (response ?? {}) : (contract.components?.responses?.[name] ?? {});
}
