import { environmentName } from '../../../language/expressions/reference.ts';
import type { TypeOf } from '../../../language/expressions/condition-kind.ts';
import type { RetryPolicy, Task } from '../../../language/flow/flow.ts';
import { emitCondition } from './emit-condition.ts';
import type { GroovyCode } from '../../../groovy/groovy-code.ts';
import {
  groovyBoolean,
  groovyComments,
  groovyMap,
  groovyMapBlock,
  groovyName,
  groovyNumber,
  groovyString,
} from '../../../groovy/quote.ts';
import { emitPiece } from '../../../language/task-types/emit-piece.ts';
import type { TaskView } from '../../../language/task-types/task-contract.ts';
import type { TaskPlan } from '../../../execution-plan/flow-plan.ts';
import type { TaskPiece } from './pipeline.ts';
import type { FeatureSet } from './runtime-features.ts';

/** What a task passes to its steps. */
export interface TaskContent {
  /** The name of the steps that it runs. */
  readonly steps: string;
  readonly typeOf: TypeOf;
  readonly view: TaskView;
  /** The expression for what is wrong with its values; see `composeValueProblem`. */
  readonly valueProblem?: GroovyCode;
  /** Collects what the task needs of the runtime. */
  readonly features: FeatureSet;
}

/** One task as the method that returns its settings; the pieces of the view are among them. */
export function composeTask(plan: TaskPlan, { steps, view, valueProblem, ...content }: TaskContent): TaskPiece {
  const locals = new Set<string>();
  const pieces: Record<string, GroovyCode> = {};
  for (const [key, piece] of Object.entries(view)) {
    if (piece === undefined || typeof piece === 'boolean') continue;
    const { code, names } = emitPiece(piece);
    pieces[key] = code;
    for (const name of names) locals.add(name);
  }
  const settings = { ...taskSettings(plan, content), steps: groovyString(steps), ...pieces, valueProblem };
  return {
    name: groovyName(methodName(plan.number, plan.task.id)),
    comment: taskComment(plan.task, plan.title),
    locals: [...locals].map(groovyName),
    settings: groovyMapBlock(settings),
  };
}

/** `task_3_alarm`: the number makes names unique, the id makes them readable. */
function methodName(number: number, id: string): string {
  return `task_${number}_${id.replace(/[^A-Za-z0-9]/g, '_').slice(0, 40)}`;
}

function taskComment(task: Task, title: string): GroovyCode[] {
  const lines = [`${task.id}: ${title}`, ...(task.description ?? '').split('\n')];
  if (task.runIf !== undefined) lines.push(`Runs if ${task.runIf.text}`);
  return groovyComments(lines);
}

/** The results of a build, by the state of the execution. */
const results = { WARNING: 'UNSTABLE', SUCCESS: 'SUCCESS' } as const;

function taskSettings(
  { task, onFailure, retry, workerGroup, keepWorkspace }: TaskPlan,
  { typeOf, features }: Pick<TaskContent, 'typeOf' | 'features'>,
): Record<string, GroovyCode | undefined> {
  features.add('conditions', task.runIf !== undefined);
  features.add('tolerance', onFailure !== undefined);
  features.add('retries', retry !== undefined);
  features.add('limits', task.timeout !== undefined);
  features.add('labels', workerGroup !== undefined);
  return {
    id: groovyString(task.id),
    runs: task.runIf === undefined ? undefined : emitCondition(task.runIf.condition, typeOf),
    onFailure: onFailure && groovyString(results[onFailure]),
    retry: retry && retrySettings(retry),
    timeout: task.timeout === undefined ? undefined : groovyNumber(task.timeout.seconds),
    label: workerGroup === undefined ? undefined : groovyString(workerGroup),
    keepWorkspace: keepWorkspace ? groovyBoolean(true) : undefined,
    outputs: outputSettings(task, features),
  };
}

/** The fields that a task returns, with their types and their names in the environment. */
function outputSettings({ id, outputSchema }: Task, features: FeatureSet): GroovyCode | undefined {
  const fields = Object.entries(outputSchema);
  if (fields.length === 0) return undefined;
  features.add('outputs');
  for (const type of Object.values(outputSchema)) features.addType(type);
  const settings = fields.map(([field, type]) => {
    const name = environmentName({ root: 'task_outputs', taskId: id, field });
    return [field, groovyMap({ name: groovyString(name), type: groovyString(type) })];
  });
  return groovyMap(Object.fromEntries(settings));
}

function retrySettings(retry: RetryPolicy): GroovyCode {
  return groovyMap({
    type: groovyString(retry.type),
    attempts: groovyNumber(retry.maxAttempt),
    interval: groovyNumber(retry.interval.seconds),
    maxInterval: retry.maxInterval === undefined ? undefined : groovyNumber(retry.maxInterval.seconds),
    factor: retry.type === 'exponential' ? groovyNumber(retry.delayFactor) : undefined,
  });
}
