import type { Span, Statement } from '../groovy/syntax.ts';
import type { Directives, Stage } from '../pipeline/pipeline.ts';
import { mergeNeighbours, sequenceOf } from './arrange-tasks.ts';
import { constantOf } from './constant-of.ts';
import { constructOf } from './construct-of.ts';
import type { DraftMapping } from './draft-mapping.ts';
import type { CommonProperties, DraftTask } from './draft-task.ts';
import { mapAgent } from './map-agent.ts';
import { mapEnvironment } from './map-environment.ts';
import { mapMatrix } from './map-matrix.ts';
import { mapOptions } from './map-options.ts';
import { mapStagePost } from './map-post.ts';
import { mapStatements } from './map-statements.ts';
import { mapWhen } from './map-when.ts';
import type { Scope } from './scope.ts';
import { stepHandlers, toStep } from './step-handlers.ts';

/** Maps stages that run one after another. */
export function mapStages(stages: readonly Stage[], scope: Scope, mapping: DraftMapping): readonly DraftTask[] {
  return stages.flatMap((stage) => mapStage(stage, scope, mapping));
}

/** Maps stages that run at the same time: each is one task. */
export function mapBranches(stages: readonly Stage[], scope: Scope, mapping: DraftMapping): readonly DraftTask[] {
  const inside: Scope = { ...scope, isConditional: true };
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
export function mapStage(stage: Stage, outer: Scope, mapping: DraftMapping): readonly DraftTask[] {
  const span: Span = { start: stage.start, end: stage.end };
  const name = constantOf(stage.name, outer);
  const comments = mapping.commentsAbove(stage);
  const id = mapping.taskId(name === undefined || name === null ? 'stage' : String(name));
  const scope: Scope = { ...outer, stageId: id, depth: outer.depth + 1, outerId: outer.outerId ?? id };
  const { common, inside } = mapDirectives(stage, mapping.withAssigned(scope), mapping);
  const questions = stage.input === undefined ? [] : askBefore(stage, outer, mapping);
  const content = contentOf(stage, inside, mapping);
  const { tasks: after, disabled } = mapStagePost(stage.post, inside, mapping);
  const all = mergeNeighbours([...content, ...after, ...disabled], mapping.source);
  const message = name === undefined ? { message: 'the name of the stage is not kept, because it is computed' } : {};
  mapping.report({ ...span, construct: 'stage', outcome: name === undefined ? 'approximated' : 'mapped', target: id, ...message });
  if (all.length === 0) {
    mapping.comments.giveBack(comments);
    return questions;
  }
  const task = blockOf(id, all, span, common);
  return [...questions, { ...task, comments: [...comments, ...task.comments] }];
}

/** A block whose name is that of the stage; the description says what the id does not. */
function blockOf(
  id: string,
  tasks: readonly DraftTask[],
  span: Span,
  common: CommonProperties,
): DraftTask {
  const [only, ...others] = tasks;
  // What is by hand keeps its own description.
  const isSingle = only !== undefined && others.length === 0 && (common.description === undefined || only.common.description === undefined);
  if (isSingle) return sequenceOf(id, tasks, span, common);
  return { id, shape: { kind: 'sequence', tasks }, common, comments: [], span };
}

interface MappedDirectives {
  readonly common: CommonProperties;
  readonly inside: Scope;
}

/** The agent, environment, options, tools and conditions of a stage or a cell. */
export function mapDirectives(
  stage: Directives & { readonly when: Stage['when'] },
  scope: Scope,
  mapping: DraftMapping,
): MappedDirectives {
  const withAgent = mapAgent(stage.agent, scope, mapping, 'stage');
  const withEnvironment = mapEnvironment(stage.environment, withAgent, mapping, 'stage');
  const options = mapOptions(stage.options, withEnvironment, mapping, 'stage');
  reportTools(stage, mapping);
  const condition = mapWhen(stage.when, options.scope, mapping);
  const { workerGroup, ...inside } = options.scope;
  return {
    inside,
    common: {
      ...options.common,
      ...(workerGroup === undefined || workerGroup === mapping.flow.properties.get('worker_group') ? {} : { worker_group: workerGroup }),
      ...conditionProperties(condition, stage, mapping),
    },
  };
}

function conditionProperties(
  condition: ReturnType<typeof mapWhen>,
  { when }: { readonly when: Stage['when'] },
  mapping: DraftMapping,
): CommonProperties {
  if (condition === undefined) return {};
  if ('text' in condition) return { run_if: condition.text };
  const [first, last] = [when[0], when.at(-1)];
  const source = first === undefined || last === undefined ? '' : mapping.source.slice(first.start, last.end);
  return { disabled: true, description: `when { ${source} }` };
}

/** Says that tools and unknown directives are by hand. */
export function reportTools({ tools, unknown }: Directives, mapping: DraftMapping): void {
  for (const tool of tools) {
    const { start, end, name } = tool;
    const message = 'install it on the agents, or use a container that has it';
    mapping.report({ start, end, construct: `tool ${name}`, outcome: 'by hand', message });
  }
  for (const statement of unknown) {
    const { start, end } = statement;
    const message = 'the import does not know this directive';
    mapping.report({ start, end, construct: constructOf(statement), outcome: 'by hand', message });
  }
}

function contentOf(stage: Stage, scope: Scope, mapping: DraftMapping): readonly DraftTask[] {
  const { content } = stage;
  switch (content.kind) {
    case 'steps':
      return mapStatements(content.steps, scope, mapping).tasks;
    case 'stages':
      return mapStages(content.stages, scope, mapping);
    case 'parallel': {
      const failFast = stage.failFast !== undefined || scope.failFast === true;
      if (stage.failFast !== undefined) reportFailFast(stage.failFast, mapping);
      const tasks = mapBranches(content.stages, scope, mapping);
      if (tasks.length === 0) return [];
      const shape = { kind: 'branches', tasks, ...(failFast ? { failFast } : {}) } as const;
      return [{ id: mapping.taskId(scope.stageId ?? 'parallel', 'parallel'), shape, common: {}, comments: [], span: stage }];
    }
    case 'matrix':
      if (stage.failFast !== undefined) reportFailFast(stage.failFast, mapping);
      return mapMatrix(content.matrix, stage.failFast !== undefined, scope, mapping);
  }
}

function reportFailFast({ start, end }: Span, mapping: DraftMapping): void {
  mapping.report({ start, end, construct: 'failFast', outcome: 'mapped' });
}

/** The `input` directive of a stage: a question before it. */
function askBefore(stage: Stage, scope: Scope, mapping: DraftMapping): readonly DraftTask[] {
  const { input } = stage;
  const handler = stepHandlers['input'];
  if (input === undefined || handler === undefined) return [];
  const statement: Statement = { kind: 'expression', expression: input, start: input.start, end: input.end };
  if (scope.depth > 0 || stage.when.length > 0) {
    const why = scope.depth > 0 ? 'an approval cannot be inside of a block' : 'the approval would be asked whatever "when" says';
    return [mapping.byHand(statement, 'input', why)];
  }
  const result = handler(toStep(input), scope, mapping);
  if ('byHand' in result) return [mapping.byHand(statement, 'input', result.byHand)];
  const { start, end } = statement;
  const differs = result.differs ?? [];
  mapping.report({
    start,
    end,
    construct: 'input',
    outcome: differs.length === 0 ? 'mapped' : 'approximated',
    ...(differs.length === 0 ? {} : { message: differs.join('; ') }),
  });
  return result.tasks;
}
