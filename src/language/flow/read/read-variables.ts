import { parseTemplate } from '../../expressions/parse-template.ts';
import type { Placed } from '../flow-draft.ts';
import type { Variable } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';

/** The `variables` of a flow. One whose value is no text is reported and still declares its name. */
export function readVariables(flow: PropertyReader, reading: Reading): readonly Placed<Variable>[] {
  const variables = flow.mapping('variables');
  if (variables === undefined) return [];
  return variables.names.map((name) => {
    const path = variables.pathOf(name);
    const text = (variables.isMissing(name) ? undefined : variables.text(name)) ?? '';
    const { template, problems } = parseTemplate(text);
    addInside(reading.problems, path, problems);
    return { value: { name, text, value: template }, path };
  });
}
