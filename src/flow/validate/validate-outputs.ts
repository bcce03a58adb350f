import { referenceText } from '../../expression/reference.ts';
import { templateReferences } from '../../expression/references-of.ts';
import { fitsType } from '../type-fit.ts';
import type { Validation } from './validation.ts';

/** Checks that an output that passes on a single value has a type for it. Composed texts are read when the flow ran. */
export function validateOutputs({ draft, declarations, findings }: Validation): void {
  for (const { value: output, path } of draft.outputs) {
    const [only] = templateReferences(output.value);
    // Variables are texts that may hold a number.
    if (only === undefined || output.value.length > 1 || only.reference.root === 'variables') continue;
    const type = declarations.typeOf(only.reference);
    if (type === undefined || fitsType(type, output.type)) continue;
    const message = `The output is declared as ${output.type}, and ${referenceText(only.reference)} is of type ${type}.`;
    findings.push({ code: 'type-mismatch', message, path: [...path, 'value'], range: only.range });
  }
}
