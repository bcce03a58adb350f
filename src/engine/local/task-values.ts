import { loneReference } from '../../language/expressions/template.ts';
import { environmentName, referenceText } from '../../language/expressions/reference.ts';
import { inputTypes, plainTypes } from '../../language/input-types/input-types.ts';
import { textProblem } from '../../language/input-types/text-rule.ts';
import type { TextProperty } from '../../language/flow/task-types.ts';
import { runSentences } from '../../plan/run-sentences.ts';
import { describePlace } from '../../problem/describe-value.ts';
import type { FlowScope } from './flow-scope.ts';

const maxShown = 80;

/** What is wrong with the references to numbers and booleans of a task, as a clause; undefined if nothing is. */
export function taskValueProblem(texts: readonly TextProperty[], scope: FlowScope): string | undefined {
  for (const { path, template, value: rule } of texts) {
    const reference = rule && loneReference(template);
    if (rule === undefined || reference === undefined) continue;
    const text = scope.value(environmentName(reference));
    const named = referenceText(reference);
    if (text === '' && rule.required) return runSentences.missingValue(describePlace(path), named);
    const facts = {
      min: rule.minimum,
      max: rule.maximum,
      above: rule.exclusiveMinimum,
      below: rule.exclusiveMaximum,
    };
    const problem = text === '' ? undefined : textProblem(inputTypes[plainTypes[rule.type]].build.rule, text, facts);
    if (problem === undefined) continue;
    const found = text.length > maxShown ? `${text.slice(0, maxShown)}...` : text;
    return runSentences.invalidValue(describePlace(path), problem, named, found);
  }
  return undefined;
}
