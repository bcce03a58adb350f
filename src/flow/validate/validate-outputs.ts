import { referenceText } from '../../expression/reference.ts';
import type { InputTypeName } from '../../expression/value-type.ts';
import { templateReferences } from '../../expression/references-of.ts';
import type { Validation } from './validation.ts';

/** Checks that an output that passes on a single value has a type for it. Composed texts are read when the flow ran. */
export function validateOutputs({ draft, declarations, findings }: Validation): void {
  for (const { value: output, path } of draft.outputs) {
    const [only] = templateReferences(output.value);
    // Variables are texts that may hold a number.
    if (only === undefined || output.value.length > 1 || only.reference.root === 'variables') continue;
    const type = declarations.typeOf(only.reference);
    if (type === undefined || fits(type, output.type)) continue;
    const message = `The output is declared as ${output.type}, and ${referenceText(only.reference)} is of type ${type}.`;
    findings.push({ code: 'type-mismatch', message, path: [...path, 'value'], range: only.range });
  }
}

/** Texts with a form of their own, which any text may turn out to have. */
const textTypes: readonly InputTypeName[] = ['DATE', 'DATETIME', 'DURATION', 'URI', 'ENUM'];

/** Whether a value of one type can be passed on as another. A secret stays one. */
function fits(from: InputTypeName, to: InputTypeName): boolean {
  if (from === to) return true;
  if (from === 'SECRET') return false;
  switch (to) {
    case 'STRING':
    case 'SECRET':
      return true;
    case 'FLOAT':
      return from === 'INT';
    case 'JSON':
      return from !== 'FILE';
    default:
      return from === 'STRING' && textTypes.includes(to);
  }
}
