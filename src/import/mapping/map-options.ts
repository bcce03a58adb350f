import type { Call } from '../groovy/syntax.ts';
import type { CommonProperties } from './draft-task.ts';
import { finding } from './finding-of.ts';
import type { Mapping } from './mapping.ts';
import { optionReaders } from './option-readers.ts';
import { withReason, type Scope } from './scope.ts';

/** What the options of a pipeline or a stage change: `common` is empty for a pipeline, whose flow gets them. */
export interface MappedOptions {
  readonly common: CommonProperties;
  readonly scope: Scope;
}

/** Options that scripts must not run without: they hold them back, or end them. */
const holding = /lock|throttle|timeout|disableConcurrentBuilds|skipStagesAfterUnstable/i;

/** Maps `options { }`, or the options in `properties([...])`, and reports each. Of the pipeline (`flow`): adds to the flow. */
export function mapOptions(
  calls: readonly Call[],
  scope: Scope,
  mapping: Mapping,
  place: 'flow' | 'stage',
): MappedOptions {
  let common: CommonProperties = {};
  let inner = scope;
  for (const call of calls) {
    const read = optionReaders[call.name];
    const option = read?.(call, inner, place) ?? { byHand: 'flows have no option like this' };
    const construct = `option ${call.name}`;
    if ('byHand' in option) {
      mapping.report(finding(call, construct, option));
      const { start, end } = call;
      if (holding.test(call.name)) inner = withReason(inner, { start, end, construct, why: option.byHand });
      continue;
    }
    const { lock, properties = {} } = option;
    if (lock !== undefined && !mapping.flow.locks.includes(lock)) mapping.flow.locks.push(lock);
    if (place === 'stage') common = { ...common, ...option.common };
    else
      for (const [name, value] of Object.entries({ ...option.common, ...properties }))
        mapping.flow.properties.set(name, value);
    inner = option.scope ?? inner;
    mapping.report(finding(call, construct, option));
  }
  return { common, scope: inner };
}
