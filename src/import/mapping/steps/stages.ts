import type { Argument, Closure } from '../../groovy/syntax.ts';
import { insideBlock, taskIdIn, type Scope } from '../context/job-mapping.ts';
import { mergeNeighbours, sequenceOf } from '../drafts/arrange-tasks.ts';
import { draftTask, type DraftTask } from '../drafts/draft-flow.ts';
import { constantOf } from '../values/values.ts';
import { inside, mapped, type StepHandler, type StepTable } from './step.ts';

/** `stage('Build') { ... }` as a step: a block with the id of the stage. */
const stage: StepHandler = (step, scope) => {
  const name = step.positional[0] ?? step.named.get('name');
  if (step.body === undefined) return { byHand: 'a stage without a body only marks a place in the log' };
  if (name === undefined) return { byHand: 'the stage has no name' };
  const constant = constantOf(name, scope);
  const id = scope.job.taskId(typeof constant === 'string' ? constant : 'stage');
  const tasks = inside(step, { ...scope, stageId: id, depth: scope.depth + 1, outerId: scope.outerId ?? id });
  const differs = typeof constant === 'string' ? [] : ['the name of the stage is not kept, because it is computed'];
  return mapped(tasks.length === 0 ? [] : [sequenceOf(id, tasks, step.call)], differs);
};

/** `parallel a: { ... }, b: { ... }`: each closure is a branch. */
const parallel: StepHandler = (step, scope) => {
  const branches = branchesOf(step.call.arguments);
  if (branches === undefined) return { byHand: 'its branches are computed' };
  const failFast = branches.find(({ name }) => name === 'failFast');
  const closures = branches.flatMap(({ name, value }) => (value.kind === 'closure' ? [{ name, value }] : []));
  const others = branches.filter((branch) => branch !== failFast && branch.value.kind !== 'closure');
  if (closures.length === 0 || others.length > 0) return { byHand: 'its branches are computed' };
  const id = taskIdIn(scope, 'parallel');
  const around = insideBlock(scope, id);
  const tasks = closures.flatMap(({ name, value }) => branchOf(name, value, around));
  if (tasks.length === 0) return { tasks: [], note: 'there is nothing to do' };
  const isFailFast = scope.failFast || (failFast !== undefined && constantOf(failFast.value, scope) === true);
  const shape = { kind: 'branches', tasks, ...(isFailFast ? { failFast: true } : {}) } as const;
  return { tasks: [draftTask(id, step.call, shape)] };
};

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

function branchOf(name: string, closure: Closure, scope: Scope): readonly DraftTask[] {
  const id = scope.job.taskId(name);
  const { tasks } = scope.job.statements(closure.body, { ...scope, stageId: id });
  const merged = mergeNeighbours(tasks, scope.job.source);
  return merged.length === 0 ? [] : [sequenceOf(id, merged, closure)];
}

export const stageSteps: StepTable = { parallel: { map: parallel }, stage: { main: 'name', map: stage } };
