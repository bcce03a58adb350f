import { AppError } from '../../base/problem/app-error.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';

/**
 * The result of a replay for a caller who may not read the execution: it hides repeated values, and shows only those
 * that the caller sent.
 * @throws {AppError} as the replay; `execution-blocked` and `lock-unavailable` without what can contain values
 */
export async function hideReplayedInputs<Outcome extends object>(
  replay: () => Promise<Outcome | { readonly violations: readonly InputViolation[] }>,
  given: JsonObject,
): Promise<Outcome | { readonly violations: readonly InputViolation[] }> {
  const outcome = await replay().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'execution-blocked') throw blocked(error);
    if (error instanceof AppError && error.code === 'lock-unavailable') throw unavailable(error);
    throw error;
  });
  if (!('violations' in outcome)) return outcome;
  return {
    violations: outcome.violations.map((violation) => (isShown(violation, given) ? violation : hidden(violation))),
  };
}

function isShown({ inputId, providedValue }: InputViolation, given: JsonObject): boolean {
  return providedValue === null || Object.hasOwn(given, inputId);
}

function hidden({ inputId }: InputViolation): InputViolation {
  const message = 'The original value is not valid for this revision; provide another one';
  return { inputId, message, providedValue: null };
}

function blocked(cause: AppError): AppError {
  const message =
    'A check of the flow blocks the execution. To see its message, which can contain values of the execution, you need the right to read.';
  return new AppError('execution-blocked', message, { checks: [] }, { cause });
}

function unavailable(cause: AppError): AppError {
  const message =
    'The flow may not take a lock. To see its name, which can contain values of the execution, you need the right to read.';
  return new AppError('lock-unavailable', message, undefined, { cause });
}
