import { describePlace } from '../../base/problem/describe-value.ts';
import { environmentName, referenceText } from '../expressions/reference.ts';
import { loneReference } from '../expressions/template.ts';
import type { TextProperty } from '../flow/task-types.ts';
import { plainTypes, type InputTypeName } from '../input-types/input-types.ts';
import type { TextFacts } from '../input-types/text-rule.ts';

/** The rule for the value of a reference in a number or boolean of a task, checked when the task starts. */
export interface ReferenceRule {
  /** As the subject of a sentence: `"cpu"`. */
  readonly property: string;
  /** As authors write it, without braces: `inputs.cores`. */
  readonly reference: string;
  /** In the environment: `CORES`. */
  readonly name: string;
  readonly type: InputTypeName;
  readonly required: boolean;
  readonly facts: TextFacts;
}

/** The rules for the references among the strings of a task. */
export function referenceRules(texts: readonly TextProperty[]): readonly ReferenceRule[] {
  return texts.flatMap(({ path, template, value }) => {
    const reference = value && loneReference(template);
    if (value === undefined || reference === undefined) return [];
    const { type, required, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = value;
    return [
      {
        property: describePlace(path),
        reference: referenceText(reference),
        name: environmentName(reference),
        type: plainTypes[type],
        required,
        facts: { min: minimum, max: maximum, above: exclusiveMinimum, below: exclusiveMaximum },
      },
    ];
  });
}
