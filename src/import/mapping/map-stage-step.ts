import type { Argument, Closure, Span } from '../groovy/syntax.ts';
import { mergeNeighbours, sequenceOf } from './arrange-tasks.ts';
import { constantOf } from './constant-of.ts';
import type { ByHand, DraftTask } from './draft-task.ts';
import type { Step } from './mapping.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { Mapped, Scope } from './scope.ts';
import { stepId } from './steps/reading.ts';

/** `stage('Build') { ... }` as a step: a block with the id of the stage. */
export function mapStageStep(step: Step, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  const name = step.positional[0] ?? step.named.get('name');
  if (step.body === undefined) return { byHand: 'a stage without a body only marks a place in the log' };
  if (name === undefined) return { byHand: 'the stage has no name' };
  const constant = constantOf(name, scope);
  const id = mapping.taskId(typeof constant === 'string' ? constant : 'stage');
  const inside: Scope = { ...scope, stageId: id, depth: scope.depth + 1, outerId: scope.outerId ?? id };
  const { tasks } = mapping.statements(step.body, inside);
  const differs = typeof constant === 'string' ? [] : ['the name of the stage is not kept, because it is computed'];
  const { start, end } = step.call;
  return {
    tasks: tasks.length === 0 ? [] : [sequenceOf(id, tasks, { start, end })],
    differs,
  };
}

/** `node('linux') { ... }`: the only one of a job is the agent of the flow. */
export function mapNodeStep(step: Step, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  const [label] = step.positional;
  const constant = label === undefined ? '' : constantOf(label, scope);
  const isOnly = mapping.callsOf('node') === 1 && scope.depth === 0 && scope.list === 'tasks';
  if (!isOnly || typeof constant !== 'string' || step.body === undefined) {
    return mapping.handlerOf('node')?.(step, scope, mapping) ?? { byHand: 'the import does not know this step' };
  }
  if (constant !== '') mapping.flow.properties.set('worker_group', constant);
  const { tasks, scope: behind } = mapping.statements(step.body, scope);
  return { tasks, scope: { ...behind, locals: scope.locals } };
}

/** `parallel a: { ... }, b: { ... }`: each closure is a branch. */
export function mapParallelStep(step: Step, scope: Scope, mapping: PipelineMapping): Mapped | ByHand {
  const branches = branchesOf(step.call.arguments);
  if (branches === undefined) return { byHand: 'its branches are computed' };
  const failFast = branches.find(({ name }) => name === 'failFast');
  const closures = branches.flatMap(({ name, value }) => (value.kind === 'closure' ? [{ name, value }] : []));
  const others = branches.filter((branch) => branch !== failFast && branch.value.kind !== 'closure');
  if (closures.length === 0 || others.length > 0) return { byHand: 'its branches are computed' };
  const { start, end } = step.call;
  const id = stepId(mapping, scope, 'parallel');
  const inside: Scope = { ...scope, depth: scope.depth + 1, isConditional: true, outerId: scope.outerId ?? id };
  const tasks = closures.flatMap(({ name, value }) => branchOf(name, value, inside, mapping));
  if (tasks.length === 0) return { tasks: [], note: 'there is nothing to do' };
  const isFailFast = scope.failFast === true || (failFast !== undefined && constantOf(failFast.value, scope) === true);
  const shape = { kind: 'branches', tasks, ...(isFailFast ? { failFast: true } : {}) } as const;
  return { tasks: [{ id, shape, common: {}, comments: [], span: { start, end } }] };
}

interface Branch {
  readonly name: string;
  readonly value: Argument['value'];
}

/** The branches as named arguments, or as a map; undefined if a name is computed. */
function branchesOf(given: readonly Argument[]): readonly Branch[] | undefined {
  const [first] = given;
  const entries =
    given.length === 1 && first?.name === undefined && first?.value.kind === 'map'
      ? first.value.entries.map(({ key, value }) => ({
          name: key.kind === 'literal' ? String(key.value) : undefined,
          value,
        }))
      : given;
  const branches = entries.flatMap(({ name, value }) => (name === undefined ? [] : [{ name, value }]));
  return branches.length === entries.length ? branches : undefined;
}

function branchOf(
  name: string,
  { body, start, end }: Closure,
  scope: Scope,
  mapping: PipelineMapping,
): readonly DraftTask[] {
  const id = mapping.taskId(name);
  const span: Span = { start, end };
  const tasks = mergeNeighbours(mapping.statements(body, { ...scope, stageId: id }).tasks, mapping.source);
  return tasks.length === 0 ? [] : [sequenceOf(id, tasks, span)];
}
