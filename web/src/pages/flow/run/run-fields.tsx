import { unset } from './field-value.ts';
import type { FormInput } from './form-input.ts';
import { RunField } from './run-field.tsx';
import type { RunTarget } from './run-request.ts';
import type { RunForm } from './use-run-form.ts';

interface RunFieldsProps {
  readonly form: RunForm;
  readonly inputs: readonly FormInput[];
  readonly target: RunTarget;
}

/** A field for each of the inputs of a form. */
export function RunFields({ form: { values, problems, sentSecrets, change }, inputs, target }: RunFieldsProps) {
  return inputs.map((input) => (
    <RunField
      key={input.id}
      input={input}
      value={values.get(input.id) ?? unset}
      problems={problems.get(input.id) ?? []}
      isSent={sentSecrets.has(input.id)}
      target={target}
      onChange={change}
    />
  ));
}
