import type { Right } from '../../../access/grant.ts';
import type { OperationId } from '../../api-client/operation-types.ts';
import { routesOf, type Contract } from '../openapi/contract.ts';
import { isChange, requiredRights } from '../operation.ts';

/** What the contract says about the operation that a tool stands for. */
export interface ToolOperation {
  readonly id: OperationId;
  /** The rights that it needs in the namespace that it names. */
  readonly rights: readonly Right[];
  readonly changes: boolean;
  readonly freesSpace: boolean;
}

export type ToolOperations = ReadonlyMap<OperationId, ToolOperation>;

/** All operations of the contract: rights and effects have one home, for HTTP and for tools. */
export function toolOperations(contract: Contract): ToolOperations {
  return new Map(
    routesOf(contract).map((route) => {
      const { operation } = route;
      const id = operation.operationId;
      const freesSpace = operation['x-frees-space'] === true;
      return [id, { id, rights: requiredRights(route), changes: isChange(route), freesSpace }];
    }),
  );
}
