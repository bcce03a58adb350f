import { referenceRules } from '../../../execution-plan/reference-rules.ts';
import { maxShownText, shownPart } from '../../../execution-plan/run-limits.ts';
import { runSentences } from '../../../execution-plan/run-sentences.ts';
import type { TextProperty } from '../../../language/flow/task-types.ts';
import { inputTypes } from '../../../language/input-types/input-types.ts';
import { textProblem } from '../../../language/input-types/text-rule.ts';
import type { FlowScope } from './flow-scope.ts';

/** What is wrong with the references to numbers and booleans of a task, as a clause; undefined if nothing is. */
export function taskValueProblem(texts: readonly TextProperty[], scope: FlowScope): string | undefined {
  for (const { property, reference, name, type, required, facts } of referenceRules(texts)) {
    const text = scope.value(name);
    if (text === '' && required) return runSentences.missingValue(property, reference);
    const problem = text === '' ? undefined : textProblem(inputTypes[type].build.rule, text, facts);
    if (problem !== undefined)
      return runSentences.invalidValue(property, problem, reference, shownPart(text, maxShownText));
  }
  return undefined;
}
