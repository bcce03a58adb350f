import { ExecutionRemover } from '../../store/executions/execution-remover.ts';
import type { FlowsApi } from '../flows/open-flows.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import { AcceptedExecutions } from './accepted-executions.ts';
import { ExecutionService } from './execution-service.ts';

export type RecordsApi = ReturnType<typeof openRecords>['api'];

/** The records of executions, as callers see them. */
export function openRecords({ ports, now }: Parts, { preparation }: Pick<FlowsApi, 'preparation'>) {
  const remover = new ExecutionRemover(ports);
  return {
    api: {
      remover,
      executions: new ExecutionService({ ...ports, remover, now }),
      accepted: new AcceptedExecutions({ ...ports, preparation }),
    },
  } satisfies Ability;
}
