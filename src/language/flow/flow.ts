import type { Path } from '../../base/problem/problem.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import type { Condition } from '../expressions/condition.ts';
import type { Template } from '../expressions/template.ts';
import type { InputTypeName } from '../input-types/input-types.ts';
import type { Input } from '../inputs/input.ts';
import type { Control } from './control.ts';
import type { Duration } from './duration.ts';
import type { LockRequest } from './lock.ts';
import type { CommitStatus, NotifyRule } from './notify.ts';
import type { Wait } from './wait.ts';

/** A flow as the author means it: typed, with defaults filled in, without positions (docs/reference/flows.md). */
export interface Flow {
  readonly id: string;
  readonly namespace: string;
  readonly description?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly inputs: readonly Input[];
  /**
   * In document order, including those that task types contribute. A variable may refer to inputs and to variables
   * above it.
   */
  readonly variables: readonly Variable[];
  readonly tasks: readonly Task[];
  /** Tasks that task types contribute; they run before `tasks`. */
  readonly contributedTasks: readonly Task[];
  /** Run in order after a failure of `tasks`. */
  readonly errors: readonly Task[];
  /** Always run last. */
  readonly finally: readonly Task[];
  readonly outputs: readonly Output[];
  readonly checks: readonly Check[];
  readonly triggers: readonly Trigger[];
  readonly timeout?: Duration;
  /** The policy of every task that has none; not of Subflow tasks, errors and finally. */
  readonly retry?: RetryPolicy;
  readonly workerGroup?: string;
  readonly concurrency?: Concurrency;
  readonly locks?: readonly LockRequest[];
  /** From 0 to 100; undefined for the default. */
  readonly priority?: number;
  readonly disabled: boolean;
  readonly keepWorkspace: boolean;
  readonly durability: Durability;
  /** Undefined for the defaults of the namespace. */
  readonly notify?: readonly NotifyRule[];
  readonly commitStatus?: CommitStatus;
  /** Names of settings of the installation that its tasks see as environment variables. */
  readonly settings: readonly string[];
}

/** How well a running build survives a restart of Jenkins; the first one is the default. */
export const durabilities = ['full', 'performance'] as const;
export type Durability = (typeof durabilities)[number];

/** The three task lists of a flow, by their names in the document. */
export const taskSections = ['tasks', 'errors', 'finally'] as const;
export type TaskSection = (typeof taskSections)[number];

export interface Variable {
  readonly name: string;
  /** The value as a parsed template. */
  readonly text: string;
  readonly value: Template;
}

export interface Task {
  readonly id: string;
  /** The type as the author wrote it, even if it is an alias. */
  readonly type: string;
  readonly description?: string;
  readonly disabled: boolean;
  readonly runIf?: ConditionText;
  readonly allowFailure: boolean;
  readonly retry?: RetryPolicy;
  readonly timeout?: Duration;
  /** Field name to type, in document order. */
  readonly outputSchema: Readonly<Record<string, InputTypeName>>;
  /** The fields of which the author says whether they must have a value; see `mustReturn`. */
  readonly requiredOutputs?: Readonly<Record<string, boolean>>;
  /** Whether it calls a flow. */
  readonly isCall?: true;
  /** The fields that come from a part of the result (`from`), by field. */
  readonly outputSources?: Readonly<Record<string, string>>;
  readonly workerGroup?: string;
  /** What a block does with the tasks in its `bodies`; undefined for any other task. */
  readonly control?: Control;
  /** What the task waits for; undefined for any other task. */
  readonly wait?: Wait;
  /** The lists of tasks of a block, in document order. */
  readonly bodies?: readonly TaskBody[];
  /**
   * The properties for the task's module: everything except the common ones. `TaskType.texts` finds the templates in
   * it. Lists of tasks are there as the ids of the tasks.
   */
  readonly properties: JsonObject;
}

/** Whether a task fails if a field has no value: by default, unless it comes from a called flow. */
export function mustReturn(
  { requiredOutputs, isCall }: Pick<Task, 'requiredOutputs' | 'isCall'>,
  field: string,
): boolean {
  const isOwn = requiredOutputs !== undefined && Object.hasOwn(requiredOutputs, field);
  return isOwn ? requiredOutputs[field] === true : isCall !== true;
}

/** A list of tasks in the properties of a block. */
interface TaskBody {
  /** Relative to the block: `['tasks']`, `['cases', 'eu']`. */
  readonly path: Path;
  readonly tasks: readonly Task[];
}

/** Tasks with all tasks inside them, in document order. */
export function* eachTask(tasks: readonly Task[], { onlyEnabled = false } = {}): Generator<Task> {
  for (const task of tasks) {
    if (onlyEnabled && task.disabled) continue;
    yield task;
    for (const body of task.bodies ?? []) yield* eachTask(body.tasks, { onlyEnabled });
  }
}

/** A condition and the text it was parsed from. */
export interface ConditionText {
  readonly text: string;
  readonly condition: Condition;
}

export const retryTypes = ['constant', 'exponential', 'random'] as const;
type RetryType = (typeof retryTypes)[number];

export interface RetryPolicy {
  readonly type: RetryType;
  /** The total number of attempts, at least 1. */
  readonly maxAttempt: number;
  readonly interval: Duration;
  readonly maxInterval?: Duration;
  readonly delayFactor: number;
}

export interface Output {
  readonly id: string;
  readonly type: InputTypeName;
  readonly text: string;
  readonly value: Template;
  readonly description?: string;
}

export const checkStyles = ['INFO', 'SUCCESS', 'WARNING', 'ERROR'] as const;
export const checkBehaviors = ['BLOCK_EXECUTION', 'FAIL_EXECUTION', 'CREATE_EXECUTION'] as const;

export interface Check {
  readonly condition: ConditionText;
  /** As written, and as a parsed template. */
  readonly message: string;
  readonly messageTemplate: Template;
  readonly style: (typeof checkStyles)[number];
  readonly behavior: (typeof checkBehaviors)[number];
}

export const triggerTypes = ['schedule', 'webhook'] as const;
export type TriggerType = (typeof triggerTypes)[number];

export type Trigger =
  | {
      readonly type: 'schedule';
      readonly id: string;
      /** Absent for a schedule that never fires. */
      readonly cron?: string;
      readonly timezone?: string;
      readonly inputs: JsonObject;
      /** On the values that its inputs give to the flow; all must be true. */
      readonly conditions: readonly ConditionText[];
      readonly disabled: boolean;
    }
  | {
      readonly type: 'webhook';
      readonly id: string;
      /** Values, whose strings may refer to `trigger.body.<path>` and `trigger.headers.<name>`. */
      readonly inputs: JsonObject;
      /** On the delivery and the values that result from it; all must be true. */
      readonly conditions: readonly ConditionText[];
      readonly disabled: boolean;
    };

export const concurrencyBehaviors = ['QUEUE', 'CANCEL', 'FAIL'] as const;

export interface Concurrency {
  readonly limit: number;
  readonly behavior: (typeof concurrencyBehaviors)[number];
}

declare const validated: unique symbol;

/**
 * A flow without errors: every reference resolves, every condition is well typed, every task is accepted by its module.
 * Only `checkFlow` creates one.
 */
export type ValidatedFlow = Flow & { readonly [validated]: true };
