import type { EnvironmentVariable } from '../pipeline/pipeline.ts';
import type { Mapping } from './mapping.ts';
import type { Scope } from './scope.ts';

/**
 * Maps `environment { }`, and reports each variable. Of the pipeline (`flow`): adds variables to the flow. Of a stage:
 * the scripts in the returned scope get them.
 */
export function mapEnvironment(
  variables: readonly EnvironmentVariable[],
  scope: Scope,
  mapping: Mapping,
  place: 'flow' | 'stage',
): Scope {
  for (const { start, end } of variables)
    mapping.report({ start, end, construct: `environment variable of a ${place}`, outcome: 'by hand' });
  return scope;
}
