import { quoteShort } from '../../../base/problem/describe-value.ts';
import { severityOf } from '../../../base/problem/problem-catalogue.ts';
import type { Path } from '../../../base/problem/problem.ts';
import { utf8Size } from '../../../base/text/utf8-size.ts';
import { constantValue } from '../../expressions/fill-value.ts';
import { typesOfRole } from '../../input-types/input-types.ts';
import { secretReference } from '../../input-types/secret-reference.ts';
import { isSecret } from '../../inputs/input.ts';
import { maxValueSize } from '../../safe-patterns/value-limits.ts';
import type { ValidatedFlow } from '../flow.ts';
import { locatedTasks } from '../located-tasks.ts';
import { validateBlocks } from './validate-blocks.ts';
import { validateChoices } from './validate-choices.ts';
import { validateDependencies } from './validate-dependencies.ts';
import { validateLiteralDollars } from './validate-literal-dollars.ts';
import { validateLocks } from './validate-locks.ts';
import { validateNames } from './validate-names.ts';
import { validateCommitStatus, validateNotify } from './validate-notify.ts';
import { validatePlainTexts } from './validate-plain-texts.ts';
import { validateReferences } from './validate-references.ts';
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

/** Warns if no controller can run the flow, if the controllers are known; those that it calls are looked at when it runs. */
function validatePlace({ draft, placeProblem, problems }: Validation): void {
  if (placeProblem === undefined) return;
  const { namespace, workerGroup } = draft.flow;
  const places = new Map<string, { readonly of: string; readonly path: Path }>();
  if (workerGroup !== undefined) places.set(workerGroup, { of: 'the flow', path: ['worker_group'] });
  for (const { task, path, isDisabled } of locatedTasks(draft.flow)) {
    const { workerGroup: group } = task;
    if (group === undefined || isDisabled || places.has(group)) continue;
    places.set(group, { of: `the task ${quoteShort(task.id)}`, path: [...path, 'worker_group'] });
  }
  const workerGroups = [...places].map(([group, { of }]) => ({ group, of }));
  const problem = placeProblem({ namespace, workerGroups });
  if (problem === undefined) return;
  const { code, message, group = '' } = problem;
  problems.push({ code, message, path: places.get(group)?.path ?? ['namespace'] });
}

/** Warns of secrets that the namespace may not use, if the rules are known: no execution could start with them. */
function validateSecrets(validation: Validation): void {
  const { draft, declarations } = validation;
  for (const { value, path } of draft.inputs)
    if (value.input !== undefined && isSecret(value.input))
      reportSecret(value.input.defaults, [...path, 'defaults'], validation);
  for (const { value: trigger, path } of draft.triggers)
    for (const [id, written] of Object.entries(trigger.inputs)) {
      const input = declarations.inputs.get(id)?.input;
      if (input !== undefined && isSecret(input))
        reportSecret(constantValue(written), [...path, 'inputs', id], validation);
    }
}

function reportSecret(value: unknown, path: Path, { draft, secretProblem, problems }: Validation): void {
  const reference = typeof value === 'string' ? secretReference(value) : undefined;
  const problem = reference && secretProblem?.(draft.flow.namespace, reference);
  if (problem !== undefined) problems.push({ code: 'secret-not-allowed', message: `This ${problem}.`, path });
}
