import { environmentName } from '../language/expressions/reference.ts';
import { loneReference } from '../language/expressions/template.ts';
import type { Output } from '../language/flow/flow.ts';
import { inputTypes } from '../language/input-types/input-types.ts';

/**
 * The name whose value a choice among the outputs of a flow passes on; undefined for any other output, which is a string
 * with values. A choice can be the empty string, and only the running flow knows whether one was made.
 */
export function chosenName({ type, value }: Output): string | undefined {
  const reference = inputTypes[type].emptyText === 'choice' ? loneReference(value) : undefined;
  return reference && environmentName(reference);
}
