import type { Call, Expression, Span } from '../../groovy/syntax.ts';
import type { Stage } from '../../pipeline/pipeline.ts';
import { checkoutOfStage } from '../agents/checkouts.ts';
import type { JobMapping, Scope } from '../context/job-mapping.ts';
import { mergeNeighbours, sequenceOf, underCondition } from '../drafts/arrange-tasks.ts';
import { draftTask, type CommonProperties, type DraftTask } from '../drafts/draft-flow.ts';
import { mapInput } from '../steps/approval.ts';
import { toStep } from '../steps/step.ts';
import { constantOf } from '../values/values.ts';
import { mapDirectives } from './directives.ts';
import { mapMatrix } from './matrix.ts';
import { mapStagePost } from './post.ts';

/** Maps stages that run one after another. */
export function mapStages(stages: readonly Stage[], scope: Scope): readonly DraftTask[] {
  return stages.flatMap((stage) => mapStage(stage, scope));
}

/** Maps stages that run at the same time: each is one task, which keeps the id of its stage if it is a single one. */
function mapBranches(stages: readonly Stage[], scope: Scope): readonly DraftTask[] {
  const inside: Scope = { ...scope, isConditional: true, isParallel: true };
  return stages.flatMap((stage) => {
    const tasks = mapStage(stage, inside);
    const [first, ...others] = tasks;
    if (first === undefined) return [];
    const id = scope.job.taskId('branch');
    return [sequenceOf(others.length === 0 ? first.id : id, tasks, stage)];
  });
}

/**
 * Maps a stage to a block with its id, or to its only task; nothing if it has no tasks. Its question comes before it, and what
 * it does after a failure or at the end goes to the lists of the flow.
 */
function mapStage(stage: Stage, outer: Scope): readonly DraftTask[] {
  const { job } = outer;
  const span: Span = { start: stage.start, end: stage.end };
  const name = constantOf(stage.name, outer);
  const comments = job.comments.above(stage);
  const id = job.taskId(name === undefined || name === null ? 'stage' : String(name));
  const scope: Scope = { ...outer, stageId: id, depth: outer.depth + 1, outerId: outer.outerId ?? id };
  const hasSteps = stage.content.kind === 'steps';
  const { common, inside, gates } = mapDirectives(stage, job.assigned.knownAt(scope), hasSteps);
  const questions = askBefore(stage, common, outer);
  const checkout = checkoutOfStage(stage, { outer: scope, inside });
  const content = [...checkout, ...contentOf(stage, inside)];
  const { tasks: after, disabled } = mapStagePost(stage.post, inside, content);
  const all = mergeNeighbours([...content, ...after, ...disabled], job.source);
  job.findings.add(stage, 'stage', { target: id, differs: name === undefined ? [computedName] : [] });
  if (all.length === 0) {
    job.comments.giveBack(comments);
    return [...questions, ...gates(all)];
  }
  const task = blockOf(id, all, span, { ...nameOfStage(name), ...common }, job);
  return [...questions, ...gates(all), { ...task, comments: [...comments, ...task.comments] }];
}

const computedName = 'the name of the stage is not kept, because it is computed';

/** What an id cannot say of a name, such as `東京` or an emoji. */
function nameOfStage(name: unknown): CommonProperties {
  return typeof name === 'string' && /[^\x20-\x7E]/.test(name) ? { description: name } : {};
}

/** A block whose name is that of the stage; the description says what the id does not. */
function blockOf(
  id: string,
  tasks: readonly DraftTask[],
  span: Span,
  common: CommonProperties,
  job: JobMapping,
): DraftTask {
  const [only, ...others] = tasks;
  // What is by hand keeps its own description.
  const isSingle =
    only !== undefined &&
    others.length === 0 &&
    (common.description === undefined || only.common.description === undefined);
  if (isSingle) return sequenceOf(id, tasks, span, common);
  // A matrix among them has the id of the stage, because its tasks refer to it.
  const own = tasks.some((task) => task.id === id) ? job.taskId(id, 'stage') : id;
  return draftTask(own, span, { kind: 'sequence', tasks }, common);
}

function contentOf(stage: Stage, scope: Scope): readonly DraftTask[] {
  const { content, failFast } = stage;
  const { job } = scope;
  if (failFast !== undefined && (content.kind === 'parallel' || content.kind === 'matrix'))
    job.findings.add(failFast, 'failFast', {});
  switch (content.kind) {
    case 'steps':
      return job.statements(content.steps, scope).tasks;
    case 'stages':
      return mapStages(content.stages, scope);
    case 'parallel': {
      const tasks = mapBranches(content.stages, scope);
      if (tasks.length === 0) return [];
      const stops = isOn(failFast) || scope.failFast;
      const shape = { kind: 'branches', tasks, ...(stops ? { failFast: true } : {}) } as const;
      return [draftTask(job.taskId(scope.stageId ?? 'parallel', 'parallel'), stage, shape)];
    }
    case 'matrix':
      return mapMatrix(content.matrix, isOn(failFast), scope, mapStages);
  }
}

/** `failFast true`. */
function isOn(failFast: Call | undefined): boolean {
  const value = failFast?.arguments[0]?.value;
  return failFast !== undefined && !(value?.kind === 'literal' && value.value === false);
}

/** The `input` directive of a stage: a question before it. */
function askBefore(
  { input, when }: Stage,
  { run_if: condition, disabled }: CommonProperties,
  scope: Scope,
): readonly DraftTask[] {
  if (input === undefined) return [];
  const { byHand, findings } = scope.job;
  const isInside = scope.depth > 0;
  if (isInside || disabled === true) {
    const why = isInside ? 'an approval cannot be inside a block' : 'its stage is disabled';
    return [byHand.keep(input, 'input', why, [], true)];
  }
  const result = mapInput(toStep(input, 'message'), scope);
  if ('byHand' in result) return [byHand.keep(input, 'input', result.byHand, [], true)];
  findings.add(input, 'input', { differs: result.differs });
  // Jenkins evaluates `when` after the question, unless the stage says otherwise.
  const isBefore = when.some(({ name, arguments: [first] }) => name === 'beforeInput' && isTrue(first?.value));
  return condition !== undefined && isBefore
    ? result.tasks.map((task) => underCondition(task, condition))
    : result.tasks;
}

const isTrue = (value: Expression | undefined) => value?.kind === 'literal' && value.value === true;
