import type { ReactNode } from 'react';
import './field.css';

interface FieldTexts {
  /** Of the control, which takes the focus. */
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
  /** Of a control that is a group of elements, and so has a legend instead of a label. */
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
