import type { Caller } from '../../access/caller.ts';
import { executionEnded, executionNotFound } from '../records/execution-errors.ts';
import type { ExecutionService } from '../records/execution-service.ts';
import type { VisibleExecution } from '../records/visible-execution.ts';
import type { DueWaits } from './due-waits.ts';
import type { ExecutionStopper } from './stop/execution-stopper.ts';

/** Stops executions on behalf of callers (docs/reference/executions.md). */
export class StopService {
  readonly #deps;

  constructor(deps: {
    readonly executions: Pick<ExecutionService, 'require' | 'record' | 'visible'>;
    readonly stopper: ExecutionStopper;
    readonly dueWaits: Pick<DueWaits, 'stop'>;
  }) {
    this.#deps = deps;
  }

  /**
   * Requests a stop; the record changes when the execution has ended.
   * @throws {AppError} execution-not-found, forbidden, execution-ended
   */
  async stop(id: string, caller: Caller): Promise<VisibleExecution> {
    const { executions, stopper, dueWaits } = this.#deps;
    const record = await executions.require(id, caller, 'execute');
    if (record.phase === 'ended') throw executionEnded(record);
    const asked = await stopper.stop(id, caller.subject);
    if (asked === undefined) throw executionNotFound(id);
    if (asked.phase === 'ended') throw executionEnded(asked);
    if (asked.phase === 'waiting') await dueWaits.stop(asked);
    return executions.visible(await executions.record(id), caller);
  }
}
