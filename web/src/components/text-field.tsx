import { useId, type ComponentProps } from 'react';
import { describedBy, Field } from './field.tsx';

export interface TextFieldProps extends Pick<
  ComponentProps<'input'>,
  'ref' | 'type' | 'placeholder' | 'autoFocus' | 'onKeyDown' | 'list'
> {
  readonly label: string;
  /** Whether the label is only for screen readers, as in a search field. */
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly problem?: string;
  readonly isRequired?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, onChange, hint, problem, isRequired, ...input } = props;
  const texts = { id: useId(), hint, problems: problem === undefined ? [] : [problem] };
  return (
    <Field {...{ ...texts, label, isLabelHidden, isRequired }}>
      <input
        type="text"
        {...input}
        id={texts.id}
        onChange={({ target }) => onChange(target.value)}
        aria-describedby={describedBy(texts)}
        aria-invalid={problem !== undefined}
        aria-required={isRequired}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
}
