import type { BlockPlan, TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import type { Frame } from './frame.ts';

/** Runs tasks one after another. */
export type RunAll = (tasks: readonly TaskPlan[], frame: Frame) => Promise<void>;

/** One attempt of a task. @param frame around the task */
export type TaskAttempt = (frame: Frame) => Promise<void>;

/** A block that begins. */
export interface BlockTask<Kind extends BlockPlan['kind'] = BlockPlan['kind']> {
  readonly plan: TaskPlan;
  readonly block: Extract<BlockPlan, { readonly kind: Kind }>;
  readonly path: string;
}
