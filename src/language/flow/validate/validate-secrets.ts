import type { Path } from '../../../problem/problem.ts';
import { constantValue } from '../../expressions/fill-value.ts';
import { secretReference } from '../../input-types/secret-reference.ts';
import { isSecret } from '../../inputs/input.ts';
import type { Validation } from './validation.ts';

/** Warns of secrets that the namespace may not use, if the rules are known: no execution could start with them. */
export function validateSecrets(validation: Validation): void {
  const { draft, declarations } = validation;
  for (const { value, path } of draft.inputs)
    if (value.input !== undefined && isSecret(value.input))
      report(value.input.defaults, [...path, 'defaults'], validation);
  for (const { value: trigger, path } of draft.triggers)
    for (const [id, written] of Object.entries(trigger.inputs)) {
      const input = declarations.inputs.get(id)?.input;
      if (input !== undefined && isSecret(input)) report(constantValue(written), [...path, 'inputs', id], validation);
    }
}

function report(value: unknown, path: Path, { draft, secretProblem, problems }: Validation): void {
  const reference = typeof value === 'string' ? secretReference(value) : undefined;
  const problem = reference && secretProblem?.(draft.flow.namespace, reference);
  if (problem !== undefined) problems.push({ code: 'secret-not-allowed', message: `This ${problem}.`, path });
}
