import type { FlowPlan, TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import { sharedTasks } from '../../../language/execution-plan/plan-tasks.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import type { SegmentStart } from '../../../language/execution-plan/segment.ts';
import type { CarriedTexts } from '../../../store/executions/record/carried-texts.ts';
import { setOutputTexts } from './block-outputs.ts';
import type { Frame } from './frame.ts';
import { RunFailure } from './stop-control.ts';

/** Where a segment begins, and what it gets from the tasks before it. */
export interface SegmentBegin extends Omit<SegmentStart, 'number'>, CarriedTexts {}

/** The tasks that run in a segment. Those that the flow does not declare itself run in each one. */
export function tasksOfSegment(plan: FlowPlan, begin: SegmentBegin | undefined): readonly TaskPlan[] {
  const { tasks } = plan.sections;
  if (begin?.from === undefined) return tasks;
  return [...tasks.slice(0, plan.flow.contributedTasks.length), ...tasks.slice(firstIndex(plan, begin))];
}

/** Sets what the tasks before a segment have returned. @throws {RunFailure} if it no longer fits */
export function setEarlierOutputs({ ended, outputs, ...begin }: SegmentBegin, frame: Frame): void {
  const { scope } = frame;
  // A loop that has failed has returned something, too.
  const end = firstIndex(scope.plan, begin) + (ended === undefined ? 0 : 1);
  for (const { task } of sharedTasks(scope.plan.sections.tasks.slice(0, end))) {
    const texts = outputs.get(task.id);
    if (texts === undefined) continue;
    const problem = setOutputTexts(task, texts, frame);
    if (problem !== undefined) throw new RunFailure(runSentences.taskFailed(task.id, problem));
  }
}

function firstIndex({ sections, flow }: FlowPlan, begin: Pick<SegmentBegin, 'from'> | undefined): number {
  if (begin?.from === undefined) return 0;
  const index = sections.tasks.findIndex(
    ({ task }, place) => task.id === begin.from && place >= flow.contributedTasks.length,
  );
  if (index < 0) throw new TypeError(`The flow ${flow.id} has no enabled task ${begin.from} to begin at`);
  return index;
}
