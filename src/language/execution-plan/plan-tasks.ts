import { taskSections, type TaskSection } from '../flow/flow.ts';
import type { BlockPlan, FlowPlan, TaskPlan } from './flow-plan.ts';
import { taskPath } from './task-path.ts';

/** A task of a plan. */
export interface PlacedTask {
  readonly plan: TaskPlan;
  readonly section: TaskSection;
  /** In executions, without items: `verify/unit`. */
  readonly path: string;
}

/** The enabled tasks of a flow, also those in blocks, in the order of the document; not those of called flows. */
export function* planTasks({ sections }: FlowPlan, outer?: string): Generator<PlacedTask> {
  for (const section of taskSections) yield* tasksOf(sections[section], section, outer);
}

function* tasksOf(tasks: readonly TaskPlan[], section: TaskSection, outer: string | undefined): Generator<PlacedTask> {
  for (const plan of tasks) {
    const path = taskPath(outer, plan.task.id);
    yield { plan, section, path };
    if (plan.work.kind !== 'block') continue;
    for (const body of bodiesOf(plan.work.block)) yield* tasksOf(body, section, path);
  }
}

/** The same, also those of called flows: `build/image`. */
export function* allPlanTasks(plan: FlowPlan, outer?: string): Generator<PlacedTask> {
  for (const placed of planTasks(plan, outer)) {
    yield placed;
    const { work } = placed.plan;
    if (work.kind === 'call') yield* allPlanTasks(work.plan, placed.path);
  }
}

/** Whether any task of the plan is a block, also in called flows. */
export function hasBlocks(plan: FlowPlan): boolean {
  for (const placed of allPlanTasks(plan)) if (placed.plan.work.kind === 'block') return true;
  return false;
}

/** Whether a task of the plan ends a segment. */
export function endsSegments({ sections }: FlowPlan): boolean {
  return sections.tasks.some(({ work }) => work.kind === 'wait' && work.wait.kind !== 'pause');
}

/** Whether one of these tasks of the plan keeps files, or one inside it does, also in called flows. */
export function keepFiles(plan: FlowPlan, tasks: readonly TaskPlan[]): boolean {
  for (const {
    plan: { work },
  } of allPlanTasks({ ...plan, sections: { tasks, errors: [], finally: [] } }))
    if (work.kind === 'steps' && work.view.outputFiles !== undefined) return true;
  return false;
}

/** Whether a later segment gets files that tasks of an earlier one have kept. */
export function passesFiles(plan: FlowPlan): boolean {
  const { tasks } = plan.sections;
  const last = tasks.findLastIndex(({ work }) => work.kind === 'wait' && work.wait.kind !== 'pause');
  return keepFiles(plan, tasks.slice(0, Math.max(0, last)));
}

/** The lists of tasks of a block. */
function bodiesOf(block: BlockPlan): readonly (readonly TaskPlan[])[] {
  return block.kind === 'choice' ? block.choices.map(({ tasks }) => tasks) : [block.tasks];
}

/** The ids of the tasks in a block that share the values around it: not those of items and passes. */
export function sharedTaskIds(block: BlockPlan): readonly string[] {
  if (block.kind === 'loop' || block.kind === 'until') return [];
  return bodiesOf(block).flatMap((body) => [...sharedTasks(body)].map(({ task }) => task.id));
}

/** Tasks with those in blocks that share their values: not those of items and passes. */
export function* sharedTasks(tasks: readonly TaskPlan[]): Generator<TaskPlan> {
  for (const plan of tasks) {
    yield plan;
    const { work } = plan;
    if (work.kind !== 'block' || work.block.kind === 'loop' || work.block.kind === 'until') continue;
    for (const body of bodiesOf(work.block)) yield* sharedTasks(body);
  }
}
