import type { Call } from '../../groovy/syntax.ts';
import { nameOf } from '../context/construct-of.ts';
import type { Mapped, Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { disabledBlock } from '../steps/blocks.ts';
import { mapStep, toStep } from '../steps/step.ts';
import { stepOf } from '../steps/steps.ts';
import { mapEach } from './branches.ts';
import { mapMethodCall } from './methods.ts';

/** Maps a call as a statement: of a step, of a method of the job, or of `each`. */
export function mapCall(call: Call, scope: Scope): Mapped | ByHand {
  const name = nameOf(call);
  if (name === undefined) {
    return call.name === 'each' ? mapEach(call, scope) : { byHand: 'it calls the result of an expression' };
  }
  if (call.arguments.some(({ key }) => key !== undefined)) return { byHand: 'the names of its arguments are computed' };
  const method = call.of === undefined ? scope.job.methods.get(name) : undefined;
  if (method !== undefined) return mapMethodCall(call, method, scope);
  const construct = stepOf(name, scope.job);
  const step = toStep(call, construct?.main);
  // What is inside of a step that no flow has waits in a disabled block.
  const isOpen = step.body !== undefined && step.body.length > 0 && !hasParameters(call);
  if (construct !== undefined) {
    const result = mapStep(construct, step, scope);
    return isOpen && 'byHand' in result ? disabledBlock(step, scope, result.byHand) : result;
  }
  if (call.name === 'each') return mapEach(call, scope);
  if (call.of !== undefined) return { byHand: `it calls ${name}, which is not a step` };
  return isOpen
    ? disabledBlock(step, scope, `flows have no ${name}; its tasks are disabled until you write what it does`)
    : { byHand: `${name} is a step of a plugin or a shared library: say in a mapping file which flow replaces it` };
}

function hasParameters(call: Call): boolean {
  const closure = call.arguments.at(-1)?.value;
  return closure?.kind === 'closure' && closure.parameters.length > 0;
}
