import { argumentsOf } from '../../groovy/arguments-of.ts';
import { readContainer } from '../agents/container-of.ts';
import { constantOf } from '../values/values.ts';
import { disabledBlock, inBlock } from './blocks.ts';
import { constant, inside, mapped, type StepHandler, type StepTable } from './step.ts';

/** `node('linux') { ... }`: the only one of a job is the agent of the flow. */
const node: StepHandler = (step, scope) => {
  const [label] = step.positional;
  const group = label === undefined ? '' : constantOf(label, scope);
  const isOnly = scope.job.facts.callsOf('node') === 1 && scope.depth === 0 && scope.list === 'tasks';
  if (!isOnly || typeof group !== 'string' || step.body === undefined) return innerNode(step, scope);
  if (group !== '') scope.job.flow.properties.set('worker_group', group);
  const { tasks, scope: behind } = scope.job.statements(step.body, scope);
  return { tasks, scope: { ...behind, locals: scope.locals } };
};

/** A block on agents with the label, with a workspace of its own. */
const innerNode: StepHandler = (step, scope) => {
  const label = step.named.has('label') ? constant(step, 'label', scope) : '';
  if (typeof label !== 'string') return disabledBlock(step, scope, 'its label is computed');
  if (label === '' || label === scope.job.flow.properties.get('worker_group')) {
    return mapped(inside(step, scope), scope.depth > 0 ? ['it uses the workspace of the flow'] : []);
  }
  const task = inBlock(step, { ...scope, workspace: label }, { worker_group: label });
  return mapped(task === undefined ? [] : [task]);
};

/** `inside('-u root') { ... }` of an image: the scripts inside run in containers. */
const insideImage: StepHandler = (step, scope) => {
  const { of } = step.call;
  const image = of?.kind === 'call' ? argumentsOf(of).get('0') : undefined;
  const [args] = step.positional;
  if (image === undefined) return disabledBlock(step, scope, 'its image is computed');
  const read = readContainer(
    new Map([['image', image], ...(args === undefined ? [] : [['args', args] as const])]),
    scope,
  );
  if ('byHand' in read) return disabledBlock(step, scope, read.byHand);
  return mapped(inside(step, read.scope), read.differs);
};

export const agentSteps: StepTable = {
  node: { main: 'label', map: node },
  [['docker', 'image', 'inside'].join('.')]: { map: insideImage },
};
