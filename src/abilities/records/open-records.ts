import { ExecutionRemover } from '../../store/executions/execution-remover.ts';
import type { FlowsApi } from '../flows/open-flows.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import { ExecutionService } from './execution-service.ts';
import { PreparedExecutions } from './prepared-executions.ts';

export type RecordsApi = ReturnType<typeof openRecords>['api'];

/** The records of executions, as callers see them. */
export function openRecords({ ports, now }: Parts, { flowPreparation }: Pick<FlowsApi, 'flowPreparation'>) {
  const remover = new ExecutionRemover(ports);
  return {
    api: {
      remover,
      executions: new ExecutionService({ ...ports, remover, now }),
      preparation: new PreparedExecutions({ ...ports, flowPreparation }),
    },
  } satisfies Ability;
}
