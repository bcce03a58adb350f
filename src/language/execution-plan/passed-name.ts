import { environmentName } from '../expressions/reference.ts';
import { loneReference } from '../expressions/template.ts';
import type { Output } from '../flow/flow.ts';
import { inputTypes } from '../input-types/input-types.ts';

/**
 * The name whose value an output passes on; undefined for one that is a text with values. A string or a choice can be
 * empty, and only the running flow knows whether the name has a value: without one, the output is null.
 */
export function passedName({ type, value }: Output): string | undefined {
  const reference = inputTypes[type].emptyText === 'missing' ? undefined : loneReference(value);
  return reference && environmentName(reference);
}
