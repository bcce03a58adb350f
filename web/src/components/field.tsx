import { useId, type ComponentProps, type ReactNode } from 'react';
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';
import './field.css';

interface FieldTexts {
  /** The id of the control, which takes the focus. */
  readonly id: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly problems?: readonly string[];
}

interface FieldProps extends FieldTexts {
  readonly label: string;
  /** Whether the label is only for screen readers. */
  readonly isLabelHidden?: boolean;
  readonly isRequired?: boolean;
  /** For a control that is a group of elements, and so has a legend instead of a label. */
  readonly group?: { readonly 'aria-describedby': string | undefined };
  readonly children: ReactNode;
}

/** The ids of the texts about a control, for `aria-describedby`. */
export function describedBy({ id, hint, problems = [] }: FieldTexts, ...others: readonly string[]): string | undefined {
  const ids = [...(hint ? [`${id}-hint`] : []), ...others, ...(problems.length > 0 ? [`${id}-problem`] : [])];
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** A control with its label, what it is for, and what is wrong with its value. */
export function Field(props: FieldProps) {
  const { id, label, isLabelHidden = false, isRequired = false, hint, problems = [], group, children } = props;
  const required = isRequired && <span className="field-required"> (required)</span>;
  const content = (
    <>
      {hint && (
        <span id={`${id}-hint`} className="muted breaks">
          {hint}
        </span>
      )}
      {children}
      {problems.length > 0 && (
        <div id={`${id}-problem`} className="problem-text">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </div>
      )}
    </>
  );
  return group === undefined ? (
    <div className="field run-field">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
        {required}
      </label>
      {content}
    </div>
  ) : (
    <fieldset className="field run-field" {...group}>
      <legend>
        {label}
        {required}
      </legend>
      {content}
    </fieldset>
  );
}

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

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function Select<Value extends string>({ label, isLabelHidden, options, value, onChange }: SelectProps<Value>) {
  return (
    <AriaSelect
      className="field"
      value={value}
      // The keys are the values of the options.
      onChange={(key) => onChange(key as Value)}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</Label>
      <Button className="select-button">
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover floating">
        <ListBox className="list-box">
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.text}>
              {option.text}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
