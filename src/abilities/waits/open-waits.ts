import type { FilesApi } from '../files/open-files.ts';
import type { FlowsApi } from '../flows/open-flows.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import type { RecordsApi } from '../records/open-records.ts';
import { AnswerService } from './answer-service.ts';
import { WaitService } from './wait-service.ts';

export type WaitsApi = ReturnType<typeof openWaits>['api'];

/** The waits of executions, for people, signals, times and other executions. */
export function openWaits(
  { ports, engines, patterns }: Parts,
  {
    executions,
    preparation,
    executionInputs: inputs,
    executionFiles,
  }: Pick<RecordsApi, 'executions' | 'preparation'> &
    Pick<FlowsApi, 'executionInputs'> &
    Pick<FilesApi, 'executionFiles'>,
) {
  const waits = new WaitService({ ...ports, engines, preparation, patterns });
  return {
    api: {
      waits,
      answers: new AnswerService({ ...ports, executions, waits, preparation, inputs, executionFiles }),
    },
  } satisfies Ability;
}
