import type { Span } from '../../groovy/syntax.ts';
import { draftTask, type CommonProperties, type DraftShape, type DraftTask } from './draft-flow.ts';
import { gateShape, sourceOf } from './gate.ts';
import { endsList } from './walk-tasks.ts';

/** Tasks as one task: a single one as it is, several in a block that runs them one after another. */
export function sequenceOf(
  id: string,
  tasks: readonly DraftTask[],
  span: Span,
  common: CommonProperties = {},
): DraftTask {
  const [only, ...others] = tasks;
  const joined = only !== undefined && others.length === 0 ? joinCommon(only.common, common) : undefined;
  if (only !== undefined && joined !== undefined) {
    return { ...only, id: only.isReferenced === true ? only.id : id, common: joined, span };
  }
  return draftTask(id, span, { kind: 'sequence', tasks }, common);
}

/** Tasks under a condition: on the task itself if there is only one. */
export function withCondition(
  tasks: readonly DraftTask[],
  condition: string,
  newId: () => string,
  span: Span,
): readonly DraftTask[] {
  const [only, ...others] = tasks;
  if (only !== undefined && others.length === 0) {
    return [underCondition(only, condition)];
  }
  return [sequenceOf(newId(), tasks, span, { run_if: condition })];
}

function bothConditions(first: string | undefined, second: string): string {
  return first === undefined ? second : `(${second}) and (${first})`;
}

/** A task that runs only if a further condition is true. */
export function underCondition(task: DraftTask, condition: string): DraftTask {
  return { ...task, common: { ...task.common, run_if: bothConditions(task.common.run_if, condition) } };
}

/** The properties of a block on its only task; undefined if both have one that cannot be joined. */
function joinCommon(inner: CommonProperties, outer: CommonProperties): CommonProperties | undefined {
  const { run_if: condition, ...rest } = outer;
  if (Object.keys(rest).some((key) => key in inner)) return undefined;
  // What tolerates a failure inside ends before a retry or a limit around it counts.
  if ('allow_failure' in inner && ('retry' in rest || 'timeout' in rest)) return undefined;
  // A retry inside a timeout, and the reverse, limit different things.
  if (('retry' in rest && 'timeout' in inner) || ('timeout' in rest && 'retry' in inner)) return undefined;
  return {
    ...inner,
    ...rest,
    ...(condition === undefined ? {} : { run_if: bothConditions(inner.run_if, condition) }),
  };
}

/**
 * Tasks for `errors` or `finally`, where the rest of the list runs after a failure: a block, if one of them ends on purpose
 * what follows it.
 */
export function stoppable(tasks: readonly DraftTask[], newId: () => string, span: Span): readonly DraftTask[] {
  return tasks.length > 1 && tasks.some(endsList) ? [sequenceOf(newId(), tasks, span)] : tasks;
}

/** Joins neighbours: scripts that one session can run, files to keep, and what is by hand in a row. */
export function mergeNeighbours(tasks: readonly DraftTask[], source: string): readonly DraftTask[] {
  const merged: DraftTask[] = [];
  const joinedByHand = new Set<number>();
  for (const task of tasks) {
    const former = merged.at(-1);
    const script = former === undefined ? undefined : joinScripts(former, task, source);
    const joined = former === undefined ? undefined : (script ?? joinByHand(former, task, source));
    if (joined === undefined) merged.push(task);
    else merged[merged.length - 1] = joined;
    if (joined !== undefined && script === undefined) joinedByHand.add(merged.length - 1);
  }
  // Once for all that are joined: the source of many statements is long.
  return merged.map((task, index) =>
    joinedByHand.has(index) ? { ...task, common: { ...task.common, description: sourceOf(task.span, source) } } : task,
  );
}

/** The max commands of a task that runs several steps. */
const maxCommands = 100;

function joinScripts(first: DraftTask, second: DraftTask, source: string): DraftTask | undefined {
  const [before, after] = [first.shape, second.shape];
  if (!isScript(before) || !isScript(after) || before.kind !== after.kind) return undefined;
  if (first.isReferenced === true || second.isReferenced === true || second.comments.length > 0) return undefined;
  if (first.isSource === true || second.isSource === true) return undefined;
  // What `errors` run after a failure of a stage must not follow that of another one.
  if (isStage(first, source) || isStage(second, source)) return undefined;
  if (!isPlain(first.common) || !isPlain(second.common)) return undefined;
  const { commands, outputFiles, ...rest } = after;
  const { commands: formerCommands, outputFiles: formerFiles, ...formerRest } = before;
  if (commands === undefined || rest.script !== undefined) return undefined;
  const files = [...(formerFiles ?? []), ...(outputFiles ?? [])];
  const kept = files.length === 0 ? {} : { outputFiles: files };
  const span = { start: first.span.start, end: second.span.end };
  if (commands.length === 0) return { ...first, shape: { ...before, ...kept } as DraftShape, span };
  if (formerCommands === undefined || formerFiles !== undefined) return undefined;
  if (formerCommands.length >= maxCommands) return undefined;
  if (JSON.stringify(rest) !== JSON.stringify(formerRest)) return undefined;
  return { ...first, shape: { ...before, commands: [...formerCommands, ...commands], ...kept } as DraftShape, span };
}

function joinByHand(first: DraftTask, second: DraftTask, source: string): DraftTask | undefined {
  if (first.isSource !== true || second.isSource !== true) return undefined;
  // Each stage keeps a task of its own; what does not stand in the order of the source has no common source.
  if (isStage(first, source) || isStage(second, source) || second.span.start < first.span.end) return undefined;
  // The gate of a block has no source: the block after it has.
  if (first.common.description === undefined || second.common.description === undefined) return undefined;
  if (first.common.run_if !== second.common.run_if) return undefined;
  const between = source.slice(first.span.end, second.span.start);
  if (/\S/.test(between.replaceAll(/\/\/.*|;/g, ''))) return undefined;
  const span = { start: first.span.start, end: second.span.end };
  const gate = [...(first.gate ?? []), ...(second.gate ?? [])];
  if (gate.length === 0)
    return { ...first, shape: { kind: 'message', text: 'several statements: write these by hand' }, span };
  const { disabled: _disabled, ...common } = first.common;
  return { ...first, gate, shape: gateShape(gate), common, span };
}

const isStage = ({ span }: DraftTask, source: string) => /^stage\b/.test(source.slice(span.start, span.start + 6));

const isScript = (shape: DraftShape): shape is Extract<DraftShape, { kind: 'shell' | 'container' }> =>
  shape.kind === 'shell' || shape.kind === 'container';

export const isPlain = (common: CommonProperties) => Object.keys(common).length === 0;
