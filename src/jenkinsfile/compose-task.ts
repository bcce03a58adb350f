import { environmentName } from '../language/expressions/reference.ts';
import type { Flow, RetryPolicy, Task, TaskSection } from '../language/flow/flow.ts';
import type { TaskContext } from '../language/flow/task-types.ts';
import { emitCondition } from './emit-condition.ts';
import type { GroovyCode } from '../groovy/groovy-code.ts';
import {
  groovyBoolean,
  groovyComments,
  groovyMap,
  groovyMapBlock,
  groovyName,
  groovyNumber,
  groovyString,
} from '../groovy/quote.ts';
import { emitPiece } from '../language/task-types/emit-piece.ts';
import type { TaskView } from '../language/task-types/task-contract.ts';
import type { TaskPiece } from './pipeline.ts';
import type { FeatureSet } from './runtime-features.ts';

/** The place of a task: its number in the Jenkinsfile, its flow, and its list in the flow. */
export interface TaskPlace {
  readonly number: number;
  readonly flow: Flow;
  readonly section: TaskSection;
  /** The worker group of the agent around the task. */
  readonly around: string | undefined;
  /**
   * Whether the flow's retry policy applies to the task: not to subflows, errors and finally (docs/reference/flows.md).
   */
  readonly takesFlowPolicy: boolean;
  readonly context: TaskContext;
  /** Collects what the task needs of the runtime. */
  readonly features: FeatureSet;
}

/** What a task passes to its steps. */
export interface TaskContent {
  readonly view: TaskView;
  /** The expression for what is wrong with its values; see `composeValueProblem`. */
  readonly valueProblem?: GroovyCode;
}

/**
 * One task as the method that returns its settings; the pieces of the view are among them.
 * @param steps the name of the steps that the task runs
 */
export function composeTask(
  task: Task,
  title: string,
  place: TaskPlace,
  steps: string,
  { view, valueProblem }: TaskContent,
): TaskPiece {
  const locals = new Set<string>();
  const pieces: Record<string, GroovyCode> = {};
  for (const [key, piece] of Object.entries(view)) {
    if (piece === undefined || typeof piece === 'boolean') continue;
    const { code, names } = emitPiece(piece);
    pieces[key] = code;
    for (const name of names) locals.add(name);
  }
  return {
    name: groovyName(methodName(place.number, task.id)),
    comment: taskComment(task, title),
    locals: [...locals].map(groovyName),
    settings: groovyMapBlock({ ...taskSettings(task, place), steps: groovyString(steps), ...pieces, valueProblem }),
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

function taskSettings(
  task: Task,
  { flow, section, around, context, takesFlowPolicy, features }: TaskPlace,
): Record<string, GroovyCode | undefined> {
  const policy = task.retry ?? (takesFlowPolicy ? flow.retry : undefined);
  const retry = policy?.maxAttempt === 1 ? undefined : policy;
  const label = task.workerGroup === around ? undefined : task.workerGroup;
  const onFailure = section !== 'tasks' ? 'SUCCESS' : task.allowFailure ? 'UNSTABLE' : undefined;
  features.add('conditions', task.runIf !== undefined);
  features.add('tolerance', onFailure !== undefined);
  features.add('retries', retry !== undefined);
  features.add('limits', task.timeout !== undefined);
  features.add('labels', label !== undefined);
  return {
    id: groovyString(task.id),
    runs: task.runIf === undefined ? undefined : emitCondition(task.runIf.condition, context.typeOf),
    onFailure: onFailure && groovyString(onFailure),
    retry: retry && retrySettings(retry),
    timeout: task.timeout === undefined ? undefined : groovyNumber(task.timeout.seconds),
    label: label === undefined ? undefined : groovyString(label),
    keepWorkspace: flow.keepWorkspace && task.workerGroup !== undefined ? groovyBoolean(true) : undefined,
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
