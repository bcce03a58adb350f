import type { Ref } from 'react';
import { TextField as AriaTextField, FieldError, Input, Label, Text } from 'react-aria-components';
import './field.css';

export interface TextFieldProps {
  readonly label: string;
  /** Whether the label is only for screen readers, as in a search field. */
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly description?: string;
  /** What is wrong with the value. */
  readonly problem?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  readonly type?: 'text' | 'search';
  readonly onKeyDown?: (event: { readonly key: string; readonly shiftKey: boolean }) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** The id of a `datalist` with suggestions. */
  readonly list?: string;
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    isLabelHidden = false,
    description,
    problem,
    placeholder,
    inputRef,
    list,
    type = 'text',
    ...rest
  } = props;
  return (
    <AriaTextField {...rest} type={type} isInvalid={problem !== undefined} validationBehavior="aria" className="field">
      <Label className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
        {rest.isRequired && <span className="field-required"> (required)</span>}
      </Label>
      {description !== undefined && <Text slot="description">{description}</Text>}
      <Input ref={inputRef} list={list} placeholder={placeholder} autoComplete="off" spellCheck={false} />
      <FieldError>{problem}</FieldError>
    </AriaTextField>
  );
}
