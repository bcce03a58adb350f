import { severityOf } from '../../../problem/problem-catalogue.ts';
import type { ValidatedFlow } from '../flow.ts';
import { validateDependencies } from './validate-dependencies.ts';
import { validateLiteralDollars } from './validate-literal-dollars.ts';
import { validateNames } from './validate-names.ts';
import { validateOutputs, validateValueReferences } from './validate-value-types.ts';
import { validateReferences } from './validate-references.ts';
import { validateTasks } from './validate-tasks.ts';
import { validateTriggers } from './validate-triggers.ts';
import { validateUsage } from './validate-usage.ts';
import type { Validation } from './validation.ts';
import { maxValueSize, textSize } from '../../patterns/value-limits.ts';

/**
 * Checks everything about a flow that takes more than one section to see. Problems go to `validation.problems`, in
 * which those of the reading stand already.
 * @returns the flow when no problem is an error
 */
export function validateFlow(validation: Validation): ValidatedFlow | undefined {
  validateNames(validation);
  validateDependencies(validation);
  validateReferences(validation);
  validateValueReferences(validation);
  validateLiteralDollars(validation);
  validateOutputs(validation);
  validateTasks(validation);
  validateTriggers(validation);
  validateValues(validation);
  validation.problems.push(...validation.draft.contributions.problems);
  validateUsage(validation);
  const isValid = validation.problems.every(({ code }) => severityOf(code) === 'warning');
  // The brand says that this function has seen the flow.
  return isValid ? (validation.draft.flow as ValidatedFlow) : undefined;
}

/** Checks that the variables fit into the environment (docs/reference/flows.md). */
function validateValues({ draft, problems }: Validation): void {
  for (const { value, path } of draft.variables) {
    const bytes = textSize(value.text);
    if (bytes <= maxValueSize) continue;
    const message = `The value has ${bytes} bytes; a variable holds at most ${maxValueSize}. Use an input of type FILE.`;
    problems.push({ code: 'value-too-large', message, path });
  }
}
