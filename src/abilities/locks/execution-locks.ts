import { AppError } from '../../base/problem/app-error.ts';
import { quoteShort } from '../../base/problem/describe-value.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import { fillNames, joinTexts } from '../../language/expressions/fill-value.ts';
import { environmentName } from '../../language/expressions/reference.ts';
import type { Flow } from '../../language/flow/flow.ts';
import { isLockName, lockNameWords } from '../../language/flow/lock.ts';
import { isSecret } from '../../language/inputs/input.ts';
import { environmentText } from '../../language/inputs/text-conversion.ts';
import type { HeldLock } from '../../lifecycle/execution-record.ts';
import { lockProblem, type LockDeclaration } from '../../store/executions/locks/lock-file.ts';

/** Longer than any name of a lock. */
const maxText = 1_000;

/**
 * The locks that an execution of a flow with these values takes, each once.
 * @throws {AppError} lock-unavailable if the flow may not use one of them
 */
export function executionLocks(
  flow: Pick<Flow, 'namespace' | 'inputs' | 'locks'>,
  values: ReadonlyMap<string, JsonValue>,
  declared: readonly LockDeclaration[],
): readonly HeldLock[] {
  const { namespace, locks = [] } = flow;
  const texts = textsOf(flow, values);
  const permits = new Map<string, number>();
  for (const lock of locks) {
    const name = joinTexts(
      fillNames(lock.name, (reference) => texts.get(reference)),
      maxText,
    );
    permits.set(name, Math.max(lock.permits, permits.get(name) ?? 0));
  }
  const all = [...permits].map(([name, count]) => ({ name, permits: count }));
  const problems = all.flatMap((lock) => nameProblem(lock.name) ?? lockProblem(declared, { namespace, ...lock }) ?? []);
  if (problems.length > 0) throw new AppError('lock-unavailable', problems.join(' '));
  return all;
}

function nameProblem(name: string): string | undefined {
  return isLockName(name) ? undefined : `${quoteShort(name)} is not a valid name of a lock; allowed: ${lockNameWords}.`;
}

/** The values that names can refer to; an input without a value is the empty string. */
function textsOf(
  { inputs }: Pick<Flow, 'inputs'>,
  values: ReadonlyMap<string, JsonValue>,
): ReadonlyMap<string, string> {
  return new Map(
    inputs.flatMap((input) => {
      const value = values.get(input.id);
      const name = environmentName({ root: 'inputs', id: input.id });
      return value === undefined || isSecret(input) ? [] : [[name, environmentText(input, value)] as const];
    }),
  );
}
