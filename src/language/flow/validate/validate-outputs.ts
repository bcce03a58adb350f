import { referenceText } from '../../expressions/reference.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import { inputTypes, isAssignable } from '../../input-types/input-types.ts';
import { describeValue } from '../../../problem/describe-value.ts';
import type { Validation } from './validation.ts';

/**
 * Checks that an output that passes on a single value has a type for it, and that a text without references is a value of
 * its type as far as reading it tells. Composed texts are read when the flow ran.
 */
export function validateOutputs({ draft, declarations, problems }: Validation): void {
  for (const { value: output, path } of draft.outputs) {
    const [only] = templateReferences(output.value);
    if (only === undefined && output.text !== '' && inputTypes[output.type].fromText(output.text) === undefined) {
      const message = `The output is declared as ${output.type}, and must be ${inputTypes[output.type].expected}; found ${describeValue(output.text)}.`;
      problems.push({ code: 'type-mismatch', message, path: [...path, 'value'] });
    }
    // Variables are texts that may hold a number.
    if (only === undefined || output.value.length > 1 || only.reference.root === 'variables') continue;
    const type = declarations.typeOf(only.reference);
    if (type === undefined || isAssignable(type, output.type)) continue;
    const message = `The output is declared as ${output.type}, and ${referenceText(only.reference)} is of type ${type}.`;
    problems.push({ code: 'type-mismatch', message, path: [...path, 'value'], range: only.range });
  }
}
