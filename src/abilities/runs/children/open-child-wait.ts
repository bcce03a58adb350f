import { SecretMask } from '../../../base/masking/secret-mask.ts';
import type { ExecutionPreparation } from '../../../engines/engine.ts';
import { SeparateItems } from '../../../engines/local/interpreter/separate-items.ts';
import type { ReturnedFields } from '../../../engines/local/interpreter/take-outputs.ts';
import { localPlan } from '../../../engines/local/local-plan.ts';
import type { SeparatePlan, TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { nothingCarried } from '../../../language/execution-plan/segment.ts';
import type { Flow } from '../../../language/flow/flow.ts';
import type { BoundedRunner } from '../../../language/safe-patterns/bounded-runner.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { ChildWait } from '../../../store/executions/record/child-store.ts';
import type { RedisExecutionStore } from '../../../store/executions/redis/redis-execution-store.ts';

export interface OpenChildWaitDeps {
  readonly store: Pick<RedisExecutionStore, 'carried'>;
  readonly preparation: ExecutionPreparation;
  readonly runner: BoundedRunner;
}

/** A wait for executions, with everything that is evaluated for it. */
export interface OpenChildWait {
  readonly wait: ChildWait;
  readonly flow: Flow;
  readonly task: TaskPlan;
  readonly separate: SeparatePlan;
  readonly items: SeparateItems;
  /** The outputs of the items that an earlier execution has run, by index. */
  readonly kept: ReadonlyMap<number, ReturnedFields>;
  /** Masks the secrets of the parent. */
  readonly mask: (text: string) => string;
}

/**
 * Evaluates the executions for which an execution waits; the same wait always gets the same ones.
 * @throws {RunFailure} with a clause, if its values are invalid
 * @throws {AppError} as `ExecutionPreparation.ofExecution`
 */
export async function openChildWait(
  record: ExecutionRecord,
  { store, preparation, runner }: OpenChildWaitDeps,
): Promise<OpenChildWait> {
  const { waitingFor } = record;
  const [prepared, carried = nothingCarried] = await Promise.all([
    preparation.ofExecution(record),
    store.carried(record.id),
  ]);
  const local = localPlan(prepared, record, { files: noFiles, patterns: runner, carried });
  const task = local.plan.sections.tasks.find((plan) => plan.task.id === waitingFor?.task);
  const { begin } = local;
  if (waitingFor === undefined || begin === undefined || task?.work.kind !== 'wait' || task.work.separate === undefined)
    throw new Error(`The execution ${record.id} does not wait for executions`);
  const secrets = await new SecretMask([...local.secrets]).prepare();
  const mask = (text: string): string => secrets.apply(text);
  const { separate } = task.work;
  const items = await SeparateItems.open({ ...local, task, separate, begin, mask });
  return {
    wait: { id: record.id, version: waitingFor.version },
    flow: local.plan.flow,
    task,
    separate,
    items,
    kept: keptOf(items, begin.items?.task === task.task.id ? begin.items.done : new Map<string, ReturnedFields>()),
    mask,
  };
}

function keptOf(items: SeparateItems, done: ReadonlyMap<string, ReturnedFields>): OpenChildWait['kept'] {
  if (done.size === 0) return new Map();
  const all = Array.from({ length: items.total }, (_, index) => [index, done.get(items.label(index) ?? '')] as const);
  return new Map(all.flatMap(([index, outputs]) => (outputs === undefined ? [] : [[index, outputs] as const])));
}

// The files of inputs are passed by their descriptions.
const noFiles = {
  urlOf: notHere,
  urlOfKept: notHere,
  contentOf: notHere,
};

function notHere(): never {
  throw new Error('Nothing reads files here');
}
