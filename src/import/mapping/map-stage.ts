import type { Call, Expression, Span, Statement } from '../groovy/syntax.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import { mergeNeighbours, sequenceOf, underCondition } from './arrange-tasks.ts';
import { constantOf } from './constant-of.ts';
import type { CommonProperties, DraftTask } from './draft-task.ts';
import { mapDirectives } from './map-directives.ts';
import { mapMatrix } from './map-matrix.ts';
import { mapStagePost } from './map-post.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { Scope } from './scope.ts';
import { stepHandlers, toStep } from './step-handlers.ts';
import { checkoutOfStage } from './steps/job-checkout.ts';

/** Maps stages that run one after another. */
export function mapStages(stages: readonly Stage[], scope: Scope, mapping: PipelineMapping): readonly DraftTask[] {
  return stages.flatMap((stage) => mapStage(stage, scope, mapping));
}

/** Maps stages that run at the same time: each is one task. */
function mapBranches(stages: readonly Stage[], scope: Scope, mapping: PipelineMapping): readonly DraftTask[] {
  const inside: Scope = { ...scope, isConditional: true, isParallel: true };
  return stages.flatMap((stage) => {
    const tasks = mapStage(stage, inside, mapping);
    return tasks.length === 0 ? [] : [sequenceOf(mapping.taskId('branch'), tasks, stage)].map(keepId(tasks));
  });
}

/** A single task keeps the id of its stage. */
const keepId =
  ([first, ...others]: readonly DraftTask[]) =>
  (task: DraftTask): DraftTask =>
    first !== undefined && others.length === 0 ? { ...task, id: first.id } : task;

/**
 * Maps a stage to a block with its id, or to its only task; nothing if it has no tasks. Its question comes before it, and what
 * it does after a failure or at the end goes to the lists of the flow.
 */
function mapStage(stage: Stage, outer: Scope, mapping: PipelineMapping): readonly DraftTask[] {
  const span: Span = { start: stage.start, end: stage.end };
  const name = constantOf(stage.name, outer);
  const comments = mapping.commentsAbove(stage);
  const id = mapping.taskId(name === undefined || name === null ? 'stage' : String(name));
  const scope: Scope = { ...outer, stageId: id, depth: outer.depth + 1, outerId: outer.outerId ?? id };
  const hasSteps = stage.content.kind === 'steps';
  const { common, inside, gates } = mapDirectives(stage, mapping.withAssigned(scope), mapping, hasSteps);
  const questions = stage.input === undefined ? [] : askBefore(stage, common, outer, mapping);
  const checkout = checkoutOfStage(stage, { outer: scope, inside }, mapping);
  const content = [...checkout, ...contentOf(stage, inside, mapping)];
  const { tasks: after, disabled } = mapStagePost(stage.post, inside, mapping, content);
  const all = mergeNeighbours([...content, ...after, ...disabled], mapping.source);
  const message = name === undefined ? { message: 'the name of the stage is not kept, because it is computed' } : {};
  mapping.report({
    ...span,
    construct: 'stage',
    outcome: name === undefined ? 'approximated' : 'mapped',
    target: id,
    ...message,
  });
  if (all.length === 0) {
    mapping.giveBack(comments);
    return [...questions, ...gates(all)];
  }
  const task = blockOf(id, all, span, { ...nameOfStage(name), ...common }, mapping);
  return [...questions, ...gates(all), { ...task, comments: [...comments, ...task.comments] }];
}

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
  mapping: PipelineMapping,
): DraftTask {
  const [only, ...others] = tasks;
  // What is by hand keeps its own description.
  const isSingle =
    only !== undefined &&
    others.length === 0 &&
    (common.description === undefined || only.common.description === undefined);
  if (isSingle) return sequenceOf(id, tasks, span, common);
  // A matrix among them has the id of the stage, because its tasks refer to it.
  const own = tasks.some((task) => task.id === id) ? mapping.taskId(id, 'stage') : id;
  return { id: own, shape: { kind: 'sequence', tasks }, common, comments: [], span };
}

function contentOf(stage: Stage, scope: Scope, mapping: PipelineMapping): readonly DraftTask[] {
  const { content } = stage;
  switch (content.kind) {
    case 'steps':
      return mapping.statements(content.steps, scope).tasks;
    case 'stages':
      return mapStages(content.stages, scope, mapping);
    case 'parallel': {
      const failFast = isOn(stage.failFast) || scope.failFast === true;
      if (stage.failFast !== undefined) reportFailFast(stage.failFast, mapping);
      const tasks = mapBranches(content.stages, scope, mapping);
      if (tasks.length === 0) return [];
      const shape = { kind: 'branches', tasks, ...(failFast ? { failFast } : {}) } as const;
      return [
        { id: mapping.taskId(scope.stageId ?? 'parallel', 'parallel'), shape, common: {}, comments: [], span: stage },
      ];
    }
    case 'matrix':
      if (stage.failFast !== undefined) reportFailFast(stage.failFast, mapping);
      return mapMatrix(content.matrix, isOn(stage.failFast), scope, mapping, mapStages);
  }
}

/** `failFast true`. */
function isOn(failFast: Call | undefined): boolean {
  const value = failFast?.arguments[0]?.value;
  return failFast !== undefined && !(value?.kind === 'literal' && value.value === false);
}

function reportFailFast({ start, end }: Span, mapping: PipelineMapping): void {
  mapping.report({ start, end, construct: 'failFast', outcome: 'mapped' });
}

/** The `input` directive of a stage: a question before it. */
function askBefore(
  stage: Stage,
  { run_if: condition, disabled }: CommonProperties,
  scope: Scope,
  mapping: PipelineMapping,
): readonly DraftTask[] {
  const { input } = stage;
  const handler = stepHandlers['input'];
  if (input === undefined) return [];
  const statement: Statement = { kind: 'expression', expression: input, start: input.start, end: input.end };
  if (scope.depth > 0 || disabled === true) {
    const why = scope.depth > 0 ? 'an approval cannot be inside a block' : 'its stage is disabled';
    return [mapping.byHand(statement, 'input', why, [], true)];
  }
  const result = handler?.(toStep(input), scope, mapping) ?? { byHand: 'the import does not know this step' };
  if ('byHand' in result) return [mapping.byHand(statement, 'input', result.byHand, [], true)];
  const { start, end } = statement;
  const differs = result.differs ?? [];
  mapping.report({
    start,
    end,
    construct: 'input',
    outcome: differs.length === 0 ? 'mapped' : 'approximated',
    ...(differs.length === 0 ? {} : { message: differs.join('; ') }),
  });
  // Jenkins evaluates `when` after the question, unless the stage says otherwise.
  const isBefore = stage.when.some(({ name, arguments: [first] }) => name === 'beforeInput' && isTrue(first?.value));
  return condition !== undefined && isBefore
    ? result.tasks.map((task) => underCondition(task, condition))
    : result.tasks;
}

const isTrue = (value: Expression | undefined) => value?.kind === 'literal' && value.value === true;
