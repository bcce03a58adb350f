import type { ControlKind } from './control.ts';

/** A place inside a block. */
export interface BlockPlace<Block> {
  readonly block: Block;
  /** The index of the list of tasks; undefined for a string of the block itself. */
  readonly body?: number;
  /** The index of the task in the list. */
  readonly index?: number;
}

/** A task whose outputs are referred to. */
export interface ReferredTask<Block> {
  /** In the order in which tasks run; a block comes before the tasks inside it. */
  readonly position: number;
  /** The task itself, as `places` of other tasks name it. */
  readonly block: Block;
  /** Outermost first. */
  readonly places: readonly BlockPlace<Block>[];
}

/** Where a reference is. */
export interface OutputViewpoint<Block> {
  /** How many tasks, in their order, it can refer to. */
  readonly tasks: number;
  /** Outermost first. */
  readonly inside: readonly BlockPlace<Block>[];
}

/**
 * Why the outputs of a task have no value at a place: the task comes `later`, its block is `around` the place, the two
 * are in branches `apart`, or the task is `repeated` inside a loop, whose declared outputs alone leave it.
 */
export type Hidden<Block> =
  | { readonly reason: 'later' | 'around' }
  | { readonly reason: 'apart'; readonly block: Block; readonly kind: ControlKind | undefined }
  | { readonly reason: 'repeated'; readonly block: Block };

/** Undefined if the place sees the outputs of the task. */
export function hiddenOutputs<Block>(
  task: ReferredTask<Block>,
  from: OutputViewpoint<Block>,
  kindOf: (block: Block) => ControlKind | undefined,
): Hidden<Block> | undefined {
  if (task.position >= from.tasks) return { reason: 'later' };
  if (from.inside.some(({ block }) => block === task.block)) return { reason: 'around' };
  for (const [depth, place] of task.places.entries()) {
    const kind = kindOf(place.block);
    if (areApart(place, from.inside[depth], kind)) return { reason: 'apart', block: place.block, kind };
  }
  const loop = task.places.find(({ block }, depth) => from.inside[depth]?.block !== block && repeats(kindOf(block)));
  return loop && { reason: 'repeated', block: loop.block };
}

/** Whether two places are in branches that never see each other. */
function areApart<Block>(
  place: BlockPlace<Block>,
  other: BlockPlace<Block> | undefined,
  kind: ControlKind | undefined,
): boolean {
  if (other?.block !== place.block || other.body === undefined) return false;
  if (other.body !== place.body) return true;
  return kind === 'branches' && other.index !== place.index;
}

function repeats(kind: ControlKind | undefined): boolean {
  return kind === 'loop' || kind === 'until';
}

/**
 * The position after the last task inside a block.
 * @param depthOf how many blocks are around a task
 */
export function endOfBlock<Task>(tasks: readonly Task[], position: number, depthOf: (task: Task) => number): number {
  const depth = depthOf(tasks[position]!); // the block itself
  const next = tasks.findIndex((task, index) => index > position && depthOf(task) <= depth);
  return next === -1 ? tasks.length : next;
}
