import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/base/config/package-root.ts';
import type { OperationId } from '../../src/faces/api-client/operation-types.ts';
import { loadContract, routesOf } from '../../src/faces/http/openapi/contract.ts';
import { callerKinds } from './support/caller-kinds.ts';
import { expectedAnswer, tableProblems, tenancyCases } from './tenancy-expectations.ts';

const routes = routesOf(loadContract(join(packageRoot(), 'openapi.yaml')));
const routeOf = (operationId: string) => routes.find(({ operation }) => operation.operationId === operationId)!;

it('every operation of the contract has a tenancy expectation that agrees with the contract', () => {
  expect(tableProblems(routes)).toEqual([]);
});

it('an operation without an expectation, or one that was removed, is reported', () => {
  const [route] = routes;
  const operationId = 'stealFlow' as OperationId; // does not exist
  const added = { ...route!, operation: { ...route!.operation, operationId } };
  expect(tableProblems([...routes, added])).toEqual(['stealFlow has no tenancy expectation']);
  expect(tableProblems(routes.slice(1))).toEqual([
    `${route!.operation.operationId} is in the table and not in the contract`,
  ]);
});

it('rights apply in one namespace only', () => {
  const statuses = (operationId: OperationId, namespace: 'tenant-a' | 'tenant-b') =>
    callerKinds.map(
      (caller) => expectedAnswer(routeOf(operationId), tenancyCases[operationId], caller, namespace).status,
    );
  expect(statuses('getFlow', 'tenant-a')).toEqual([401, 403, 200, 403, 200, 200]);
  expect(statuses('runFlow', 'tenant-a')).toEqual([401, 403, 403, 202, 202, 202]);
  expect(statuses('deleteFlow', 'tenant-a')).toEqual([401, 403, 403, 403, 403, 204]);
  expect(statuses('deleteFlow', 'tenant-b')).toEqual([401, 403, 403, 403, 403, 403]);
  expect(statuses('getHealth', 'tenant-b')).toEqual([200, 200, 200, 200, 200, 200]);
});
