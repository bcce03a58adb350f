import type { TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import type { TypeOf } from '../../../language/expressions/condition-kind.ts';
import { environmentName } from '../../../language/expressions/reference.ts';
import { mustReturn, type RetryPolicy, type Task } from '../../../language/flow/flow.ts';
import type { Wait } from '../../../language/flow/wait.ts';
import { groovy, sourceOf, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import {
  groovyBoolean,
  groovyComments,
  groovyMap,
  groovyMapBlock,
  groovyName,
  groovyNumber,
  groovyString,
} from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import { emitPiece } from '../../../language/task-types/emit-piece.ts';
import type { TaskView } from '../../../language/task-types/task-contract.ts';
import { emitCondition } from './emit-condition.ts';
import type { TaskPiece } from './pipeline.ts';

/** The settings that a task passes to its steps. */
export interface TaskContent {
  /** Unique in the Jenkinsfile; the tasks of a section have consecutive numbers. */
  readonly number: number;
  /** The name of its steps; undefined for a script. */
  readonly steps: string | undefined;
  readonly typeOf: TypeOf;
  readonly view: TaskView;
  /** The expression for what is wrong with its values; see `composeValueProblem`. */
  readonly valueProblem?: GroovyCode;
  /** What a block does; see `composeBlock`. */
  readonly control?: GroovyCode;
  /** Whether a block can start its script directly, if the task has nothing else. */
  readonly inBlocks?: boolean;
  /** Whether it counts as a call in a flow with blocks. */
  readonly isCall?: boolean;
  readonly wait?: Wait;
  readonly runtime: RuntimeCalls;
}

/** The settings of one task; the pieces of the view are among them. */
export function composeTask(plan: TaskPlan, content: TaskContent): TaskPiece {
  const { number, steps, view, valueProblem, control, isCall, runtime } = content;
  const settings = taskSettings(plan, content);
  if (steps !== undefined) settings.steps = groovyString(steps);
  if (control !== undefined) settings.control = control;
  if (isCall === true) settings.isCall = groovyBoolean(true);
  const locals = new Set<string>();
  for (const [key, piece] of Object.entries(view)) {
    if (piece === undefined || typeof piece === 'boolean') continue;
    const { code, names } = emitPiece(piece, runtime);
    settings[key] = code;
    for (const name of names) locals.add(name);
  }
  if (content.wait !== undefined) Object.assign(settings, waitSettings(content.wait));
  if (valueProblem !== undefined) settings.valueProblem = valueProblem;
  if (content.inBlocks === true && isOnlyScript(settings)) settings.isScript = groovyBoolean(true);
  const hasCode = locals.size > 0 || settings.runs !== undefined || valueProblem !== undefined;
  const inGroup = hasCode ? undefined : groovyMapBlock(settings, columnsInGroup);
  const isSeparate = inGroup === undefined || lengthOfCode(inGroup) > maxLengthInGroup;
  return {
    number,
    comment: taskComment(plan.task, plan.title),
    locals: [...locals].map((name) => declareLocal(name, runtime)),
    settings: isSeparate ? groovyMapBlock(settings) : inGroup,
    isSeparate,
  };
}

/** Whether nothing but a script runs for a task. */
function isOnlyScript(settings: Readonly<Record<string, GroovyCode | undefined>>): boolean {
  return Object.entries(settings).every(([key, code]) => code === undefined || settingsOfScripts.has(key));
}

const settingsOfScripts: ReadonlySet<string> = new Set(['id', 'script', 'shell', 'files', 'stop', 'keepWorkspace']);

/** Columns before `case 1: return [`. */
const columnsInGroup = 4;

/** The length of code without its string literals. */
function lengthOfCode(code: GroovyCode): number {
  return sourceOf(code).replace(literals, '').length;
}

const literals = /'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''|'[^'\\]*(?:\\.[^'\\]*)*'/gs;

// A method has at most 65,535 bytes of code: at most four for each character outside of string literals, whose texts are
// constants.
const maxLengthInGroup = 600;

function declareLocal(name: string, runtime: RuntimeCalls): GroovyCode {
  return groovy`String ${groovyName(name)} = ${runtime.callInFrame('value', groovyString(name))}`;
}

function taskComment(task: Task, title: string): GroovyCode[] {
  const lines = [`${task.id}: ${title}`];
  if (task.description !== undefined) lines.push(...task.description.split('\n'));
  if (task.runIf !== undefined) lines.push(`Runs if ${task.runIf.text}`);
  return groovyComments(lines);
}

/** The settings of a wait, with what it waits for, for the log; a time is in its texts. */
function waitSettings(wait: Wait): Record<string, GroovyCode | undefined> {
  switch (wait.kind) {
    case 'pause':
      return { pause: groovyNumber(wait.seconds) };
    case 'approval':
      return { waitsFor: groovyString('a decision') };
    case 'signal':
      return { waitsFor: groovyString(`the signal ${wait.signal}`) };
    case 'executions':
      return { waitsFor: groovyString('its executions') };
    case 'time':
      return {};
  }
}

/** The results of a build, by the state of the execution. */
const results = { WARNING: 'UNSTABLE', SUCCESS: 'SUCCESS' } as const;

function taskSettings(
  { task, onFailure, retry, workerGroup, keepWorkspace }: TaskPlan,
  { typeOf, runtime }: Pick<TaskContent, 'typeOf' | 'runtime'>,
): Record<string, GroovyCode | undefined> {
  if (task.runIf !== undefined) runtime.need('skipTask');
  if (onFailure !== undefined) runtime.need('tolerateTask');
  if (retry !== undefined) runtime.need('runAttempts');
  if (task.timeout !== undefined) runtime.need('limits');
  if (workerGroup !== undefined) runtime.need('runElsewhere');
  return {
    id: groovyString(task.id),
    runs: task.runIf === undefined ? undefined : emitCondition(task.runIf.condition, typeOf, runtime),
    onFailure: onFailure && groovyString(results[onFailure]),
    retry: retry && retrySettings(retry),
    timeout: task.timeout === undefined ? undefined : groovyNumber(task.timeout.seconds),
    label: workerGroup === undefined ? undefined : groovyString(workerGroup),
    keepWorkspace: keepWorkspace ? groovyBoolean(true) : undefined,
    outputs: outputSettings(task, runtime),
  };
}

/** The fields that a task returns, with their types and their names in the environment. */
function outputSettings(task: Task, runtime: RuntimeCalls): GroovyCode | undefined {
  const { id, outputSchema, control } = task;
  const fields = Object.entries(outputSchema);
  if (fields.length === 0) return undefined;
  runtime.need(...(control === undefined ? ['outputs', 'clearOutputs'] : []), ...Object.values(outputSchema));
  const settings = fields.map(([field, type]) => {
    const name = environmentName({ root: 'task_outputs', taskId: id, field });
    // A block sets only the fields that have a value.
    const optional = control === undefined && !mustReturn(task, field) ? groovyBoolean(true) : undefined;
    return [field, groovyMap({ name: groovyString(name), type: groovyString(type), optional })];
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
