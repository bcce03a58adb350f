import { severityOf } from '../../../problem/problem-catalogue.ts';
import type { ValidatedFlow } from '../flow.ts';
import { validateDependencies } from './validate-dependencies.ts';
import { validateLiteralDollars } from './validate-literal-dollars.ts';
import { validateNames } from './validate-names.ts';
import { validateOutputs } from './validate-outputs.ts';
import { validateReferences } from './validate-references.ts';
import { validateTasks } from './validate-tasks.ts';
import { validateTriggers } from './validate-triggers.ts';
import { validateUsage } from './validate-usage.ts';
import { validateValueReferences } from './validate-value-references.ts';
import { validateValues } from './validate-values.ts';
import type { Validation } from './validation.ts';

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
