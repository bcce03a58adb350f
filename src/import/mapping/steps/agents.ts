import { argumentsOf } from '../arguments-of.ts';
import { readContainer } from '../container-of.ts';
import type { StepHandler } from '../mapping.ts';
import { disabledBlock } from './disabled-block.ts';
import { inBlock } from './in-block.ts';
import { constant, isByHand, mapped } from './reading.ts';

/** `node('linux') { ... }`: a block on agents with the label, with a workspace of its own. */
const node: StepHandler = (step, scope, mapping) => {
  const label = step.named.has('label') ? constant(step, 'label', scope) : '';
  if (typeof label !== 'string') return disabledBlock(step, scope, mapping, 'its label is computed');
  if (label === '' || label === mapping.flow.properties.get('worker_group')) {
    return mapped(mapping.steps(step.body ?? [], scope), scope.depth > 0 ? ['it uses the workspace of the flow'] : []);
  }
  const task = inBlock(step, { ...scope, workspace: label }, mapping, { worker_group: label });
  return mapped(task === undefined ? [] : [task]);
};

/** `inside('-u root') { ... }` of an image: the scripts inside run in containers. */
const inside: StepHandler = (step, scope, mapping) => {
  const { of } = step.call;
  const image = of?.kind === 'call' ? argumentsOf(of).get('0') : undefined;
  const [args] = step.positional;
  if (image === undefined) return disabledBlock(step, scope, mapping, 'its image is computed');
  const read = readContainer(
    new Map([['image', image], ...(args === undefined ? [] : [['args', args] as const])]),
    scope,
  );
  if (isByHand(read)) return disabledBlock(step, scope, mapping, read.byHand);
  return mapped(mapping.steps(step.body ?? [], read.scope), read.differs);
};

/** The name of a method on the images of the docker plugin. */
const onImage = (method: string) => ['docker', 'image', method].join('.');

export const agentHandlers: Readonly<Record<string, StepHandler>> = { node, [onImage('inside')]: inside };
