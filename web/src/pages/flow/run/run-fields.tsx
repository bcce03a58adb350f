import { unset } from './field-value.ts';
import type { FormInput } from './form-input.ts';
import { inputGroups, type InputGroup } from './input-groups.ts';
import { RunField } from './run-field.tsx';
import type { RunTarget } from './run-request.ts';
import type { RunForm } from './use-run-form.ts';

interface RunFieldsProps {
  readonly form: RunForm;
  readonly inputs: readonly FormInput[];
  readonly target: RunTarget;
}

/** A field for each of the inputs of a form, in two columns where there is room; each group stays together. */
export function RunFields({ form, inputs, target }: RunFieldsProps) {
  const groups = inputGroups(inputs);
  return (
    <div className="run-fields">
      {groups.map((group) => (
        <Group key={group.input.id} {...{ group, form, target }} />
      ))}
    </div>
  );
}

function Group({ group, ...props }: Omit<RunFieldsProps, 'inputs'> & { readonly group: InputGroup }) {
  const { form, target } = props;
  const { input, dependents } = group;
  const { id, type } = input;
  return (
    <div className="run-group stack" data-wide={type === 'JSON' || dependents.length > 0 || undefined}>
      <RunField
        input={input}
        value={form.values.get(id) ?? unset}
        problems={form.problems.get(id) ?? []}
        isSent={form.sentSecrets.has(id)}
        target={target}
        onChange={form.change}
      />
      {dependents.length > 0 && (
        <div className="run-dependents run-fields">
          {dependents.map((each) => (
            <Group key={each.input.id} group={each} {...props} />
          ))}
        </div>
      )}
    </div>
  );
}
