import { severityOf } from '../../../problem/problem-catalogue.ts';
import { utf8Size } from '../../../text/utf8-size.ts';
import { typesOfRole } from '../../input-types/input-types.ts';
import { maxValueSize } from '../../safe-patterns/value-limits.ts';
import type { ValidatedFlow } from '../flow.ts';
import { validateBlocks } from './validate-blocks.ts';
import { validateChoices } from './validate-choices.ts';
import { validateDependencies } from './validate-dependencies.ts';
import { validateLiteralDollars } from './validate-literal-dollars.ts';
import { validateLocks } from './validate-locks.ts';
import { validateNames } from './validate-names.ts';
import { validateCommitStatus, validateNotify } from './validate-notify.ts';
import { validatePlace } from './validate-place.ts';
import { validatePlainTexts } from './validate-plain-texts.ts';
import { validateReferences } from './validate-references.ts';
import { validateSecrets } from './validate-secrets.ts';
import { validateTasks } from './validate-tasks.ts';
import { validateTriggers } from './validate-triggers.ts';
import { validateUsage } from './validate-usage.ts';
import { validateOutputs, validateValueReferences } from './validate-value-types.ts';
import { validateWaits } from './validate-waits.ts';
import type { Validation } from './validation.ts';

/**
 * Checks everything that involves several sections of a flow. Adds problems to `validation.problems`, which already has
 * those from reading.
 * @returns the flow if no problem is an error
 */
export function validateFlow(validation: Validation): ValidatedFlow | undefined {
  validateNames(validation);
  validateDependencies(validation);
  validateReferences(validation);
  validateChoices(validation);
  validateValueReferences(validation);
  validateLiteralDollars(validation);
  validatePlainTexts(validation);
  validateOutputs(validation);
  validateTasks(validation);
  validateBlocks(validation);
  validateWaits(validation);
  validateTriggers(validation);
  validateSecrets(validation);
  validateNotify(validation);
  validateCommitStatus(validation);
  validateLocks(validation);
  validatePlace(validation);
  validateValues(validation);
  validation.problems.push(...validation.draft.contributions.problems);
  validateUsage(validation);
  const isValid = validation.problems.every((problem) => severityOf(problem) === 'warning');
  // The brand records that this function has checked the flow.
  return isValid ? (validation.draft.flow as ValidatedFlow) : undefined;
}

/** Checks that the variables fit into the environment (docs/reference/flows.md). */
function validateValues({ draft, problems }: Validation): void {
  for (const { value, path } of draft.variables) {
    const bytes = utf8Size(value.text);
    if (bytes <= maxValueSize) continue;
    const message = `The value is ${bytes} bytes long; the maximum for a variable is ${maxValueSize}. Use an input of type ${typesOfRole('file')} instead.`;
    problems.push({ code: 'value-too-large', message, path });
  }
}
