import { inputTypeNames, isInputTypeName } from '../../expressions/value-type.ts';
import type { InputTypeName } from '../../expressions/value-type.ts';
import { enumerate, quoteShort } from '../../../problem/describe-value.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';

/** The required `type` of a flow output or of a field that a task returns; `names` are those to tell the author. */
export function readOutputType(
  reader: PropertyReader,
  reading: Reading,
  names: readonly InputTypeName[] = inputTypeNames,
): InputTypeName | undefined {
  const name = reader.requiredText('type');
  if (name === undefined || isInputTypeName(name)) return name;
  const advice = reading.suggestions.for(name, names);
  reader.report(
    'unknown-input-type',
    'type',
    `There is no type ${quoteShort(name)}; allowed are ${enumerate(names)}.${advice}`,
  );
  return undefined;
}
