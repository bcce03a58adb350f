import { isDeepStrictEqual } from 'node:util';
import type { AppError } from '../../base/problem/app-error.ts';
import { enumerate, quoteShort } from '../../base/problem/describe-value.ts';
import { isOfForm } from '../../language/execution-plan/added-inputs.ts';
import type { FlowPlan, TaskPlan } from '../../language/execution-plan/flow-plan.ts';
import type { Carried } from '../../language/execution-plan/segment.ts';
import { isWithin, taskPath } from '../../language/execution-plan/task-path.ts';
import type { TaskProgress } from '../../language/execution-plan/task-state.ts';
import type { Task } from '../../language/flow/flow.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { restartNotPossible } from './execution-errors.ts';

/** Where a restarted execution begins. */
export interface RestartPoint {
  readonly from: TaskPlan;
  /** The tasks of `tasks` before it, which do not run again. */
  readonly kept: readonly TaskPlan[];
  /** Those that run again, with `from`. */
  readonly following: readonly TaskPlan[];
}

const maxNamed = 20;

/**
 * The task at which a restart begins: by default, the first that did not succeed.
 * @throws {AppError} restart-not-possible
 */
export function restartPoint(plan: FlowPlan, record: ExecutionRecord, from: string | undefined): RestartPoint {
  const { id, tasks } = record;
  const own = ownTasks(plan);
  const states = new Map(tasks.map((task) => [task.path, task]));
  const first = own.findIndex((task) => !hasSucceeded(task, states.get(task.task.id)));
  const names = enumerate(own.slice(0, maxNamed).map(({ task }) => task.id));
  const usual = cutOff(own, record) ?? first;
  const index = from === undefined ? usual : own.findIndex(({ task }) => task.id === from);
  if (from === undefined && index < 0)
    throw restartNotPossible(`all tasks of the execution ${id} succeeded; name the task at which to begin: ${names}`);
  const found = own[index];
  if (found === undefined) throw restartNotPossible(`${quoteShort(from ?? '')} is not one of its tasks: ${names}`);
  const failed = own[first];
  if (failed !== undefined && index > first)
    throw restartNotPossible(
      `the task ${quoteShort(failed.task.id)} before ${quoteShort(found.task.id)} did not succeed; it is the last one at which a restart can begin`,
    );
  return { from: found, kept: own.slice(0, index), following: own.slice(index) };
}

/**
 * The index of the task at which an execution failed as a whole, such as at the time limit of the flow, although the
 * failure of the task is permitted: nothing after it began.
 */
function cutOff(own: readonly TaskPlan[], { state, tasks }: ExecutionRecord): number | undefined {
  if (state !== 'FAILED') return undefined;
  const last = own.findLastIndex(({ task }) => tasks.some(({ path }) => path === task.id));
  return tasks.some(({ path, state: reached }) => path === own[last]?.task.id && reached === 'FAILED')
    ? last
    : undefined;
}

/** Those of the flow's `tasks`, without what task types contribute: that runs in every segment. */
function ownTasks({ flow, sections }: FlowPlan): readonly TaskPlan[] {
  const contributed = new Set(flow.contributedTasks.map(({ id }) => id));
  return sections.tasks.filter(({ task }) => !contributed.has(task.id));
}

function hasSucceeded({ onFailure }: TaskPlan, progress: TaskProgress | undefined): boolean {
  if (progress?.state === 'FAILED') return onFailure !== undefined;
  return progress !== undefined && progress.state !== 'RUNNING' && progress.state !== 'KILLED';
}

/**
 * Requires that the tasks before the restart are the same in the revision that runs now.
 * @param before the plan of the execution that is restarted
 * @throws {AppError} restart-not-possible that names the first difference
 */
export function requireSameTasks(before: FlowPlan, { kept, from }: RestartPoint): void {
  const earlier = ownTasks(before);
  const place = earlier.findIndex(({ task }) => task.id === from.task.id);
  const ran = earlier.slice(0, place < 0 ? kept.length : place);
  const different = [...ran, ...kept].find((_, index) => !isDeepStrictEqual(ran[index], kept[index]));
  if (different === undefined) return;
  const index = ran.findIndex((task, position) => !isDeepStrictEqual(task, kept[position]));
  const name = (ran[index] ?? kept[ran.length] ?? different).task.id;
  throw restartNotPossible(`the task ${quoteShort(name)} differs in this revision, so it cannot be kept`);
}

/** Whether the loop at which a restart begins is the same in the plan of the execution that is restarted. */
export function isSameTask(before: FlowPlan, { from }: RestartPoint): boolean {
  return isDeepStrictEqual(
    ownTasks(before).find(({ task }) => task.id === from.task.id),
    from,
  );
}

/** A restart that ended before it began has the tasks that it keeps. */
export function withKeptTasks(record: ExecutionRecord): ExecutionRecord {
  const { tasks, earlierTasks = [] } = record;
  return tasks.length > 0 ? record : { ...record, tasks: earlierTasks };
}

/** The tasks that are kept, with everything inside them. */
export function keptTasks({ tasks }: ExecutionRecord, { kept }: RestartPoint): readonly TaskProgress[] {
  return tasks
    .filter(({ path }) => kept.some(({ task }) => isWithin(path, task.id)))
    .map((task) => (task.state === 'SUCCESS' ? { ...task, state: 'KEPT' } : task));
}

/** The files that were given in the forms of the tasks that are kept. */
export function keptFormFiles(
  { formFiles = {} }: ExecutionRecord,
  { kept }: RestartPoint,
): ExecutionRecord['formFiles'] {
  const isKept = (id: string): boolean => kept.some(({ task }) => isOfForm(id, task.id));
  const found = Object.entries(formFiles).filter(([id]) => isKept(id));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Whether a task that is kept failed, and the execution ends with a warning for it. */
export function keptWarning({ tasks }: ExecutionRecord, { kept }: RestartPoint): boolean {
  return kept.some(
    ({ task, onFailure }) =>
      onFailure === 'WARNING' && tasks.some(({ path, state }) => path === task.id && state === 'FAILED'),
  );
}

/** The items of the loop at which a restart begins that need not run again: none if the loop has succeeded. */
export function keptItems(
  { tasks }: ExecutionRecord,
  { from: { task } }: RestartPoint,
  items: Carried['items'],
): Carried['items'] {
  const state = tasks.find(({ path }) => path === task.id)?.state;
  return items?.task === task.id && state !== 'SUCCESS' && state !== 'KEPT' ? items : undefined;
}

/**
 * What the tasks that are kept have returned, and the files that they have kept.
 * @param carried undefined if nothing was recorded
 * @param noOutputs why nothing was recorded, if the engine records nothing of an execution that succeeds
 * @throws {AppError} restart-not-possible that names a task whose outputs or files are lost
 */
export function keptResults(
  record: ExecutionRecord,
  point: RestartPoint,
  carried: Carried | undefined,
  noOutputs?: string,
): Pick<Carried, 'outputs' | 'files'> {
  const isLost = (reason: string): AppError =>
    restartNotPossible(noOutputs === undefined ? reason : `${noOutputs}; use replay to run everything again`);
  const ran = new Set(
    record.tasks.filter(({ state }) => state === 'SUCCESS' || state === 'KEPT').map(({ path }) => path),
  );
  const outputs = new Map<string, Carried['outputs'][string]>();
  for (const { task, path } of point.kept.flatMap((kept) => tasksInScope(kept.task))) {
    if (carried !== undefined && Object.hasOwn(carried.outputs, task.id))
      outputs.set(task.id, carried.outputs[task.id]!);
    else if (ran.has(path) && Object.keys(task.outputSchema).length > 0)
      throw isLost(`the outputs of the task ${quoteShort(task.id)} are no longer stored`);
    if (ran.has(path) && keepsFiles(task) && !areFilesKnown(record, carried, path))
      throw isLost(`it is not recorded which files the task ${quoteShort(task.id)} has kept`);
  }
  const files = carried?.files.filter(({ task }) => point.kept.some((kept) => kept.task.id === task)) ?? [];
  return { outputs: Object.fromEntries(outputs), files };
}

/**
 * Whether it is recorded which files a task has kept. A build that succeeded, or was killed, records nothing about the
 * tasks since the last wait or restart.
 */
function areFilesKnown(
  { segment, earlierTasks = [] }: ExecutionRecord,
  carried: Carried | undefined,
  path: string,
): boolean {
  if (carried === undefined || segment === undefined) return carried !== undefined;
  const [top] = path.split('/');
  return earlierTasks.some((task) => task.path === path) || carried.files.some(({ task }) => task === top);
}

/** A task, and those inside it whose outputs others can see: not those of loops. */
function tasksInScope(task: Task, outer?: string): readonly { readonly task: Task; readonly path: string }[] {
  const path = taskPath(outer, task.id);
  const { kind } = task.control ?? {};
  const inside = kind === 'loop' || kind === 'until' ? [] : (task.bodies ?? []).flatMap((body) => body.tasks);
  return [{ task, path }, ...inside.flatMap((child) => tasksInScope(child, path))];
}

/** Also inside it, where a task may be part of a loop. */
function keepsFiles({ properties, bodies = [] }: Task): boolean {
  const { outputFiles } = properties;
  return (Array.isArray(outputFiles) && outputFiles.length > 0) || bodies.some(({ tasks }) => tasks.some(keepsFiles));
}
