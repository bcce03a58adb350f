import type { FieldValue } from './field-value.ts';
import type { FormInput } from './form-input.ts';

/** The props of every control of an input. */
export interface ControlProps {
  readonly input: FormInput;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  readonly aria: ControlAria;
}

/** For the element that takes the focus. */
interface ControlAria {
  /** The field's label and the summary of problems find the control by it. */
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
}

/** The id of the element that takes the focus of an input. */
export function controlId(inputId: string): string {
  return `input-${inputId}`;
}

export function textOf(value: FieldValue): string {
  return value.kind === 'text' ? value.text : '';
}
