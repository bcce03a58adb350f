import type { ExecutionPreparation } from '../../engines/engine.ts';
import type { FlowPlan, TaskPlan } from '../../language/execution-plan/flow-plan.ts';
import type { WaitEnd } from '../../language/execution-plan/segment.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import type { Wait } from '../../language/flow/wait.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';

/** A task that waits, with what the plan says about what follows it. */
export interface PlannedWait {
  readonly flow: ValidatedFlow;
  /** In plain text. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly task: TaskPlan['task'];
  readonly wait: Exclude<Wait, { readonly kind: 'pause' }>;
  /** Whether something runs after this end. */
  continuesAfter(end: WaitEnd): boolean;
}

/**
 * The task at which an execution waits; the same execution always gets the same one.
 * @throws {AppError} as `ExecutionPreparation.ofExecution`
 */
export async function plannedWait(
  record: ExecutionRecord,
  taskId: string,
  preparation: ExecutionPreparation,
): Promise<PlannedWait> {
  const prepared = await preparation.ofExecution(record);
  const plan = prepared.plan();
  const found = plan.sections.tasks.find(({ task }) => task.id === taskId);
  if (found?.work.kind !== 'wait' || found.work.wait.kind === 'pause')
    throw new Error(`The task ${taskId} of the execution ${record.id} does not wait`);
  const { task, work } = found;
  const isTolerated = found.onFailure !== undefined;
  return {
    flow: prepared.flow,
    secrets: prepared.secrets,
    task,
    wait: work.wait as PlannedWait['wait'],
    continuesAfter: (end) => continues(plan, end, isTolerated),
  };
}

function continues({ sections }: FlowPlan, { state }: WaitEnd, isTolerated: boolean): boolean {
  if (state === 'SUCCESS' || (state === 'FAILED' && isTolerated) || sections.finally.length > 0) return true;
  return state === 'FAILED' && sections.errors.length > 0;
}
