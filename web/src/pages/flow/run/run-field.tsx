import type { ComponentType } from 'react';
import { maskText } from '../../../../../src/base/masking/mask-text.ts';
import { dataSizeText } from '../../../../../src/base/text/data-size.ts';
import { writeJson } from '../../../../../src/base/text/exact-json.ts';
import type { JsonValue } from '../../../../../src/base/text/json-value.ts';
import { Button } from '../../../components/button.tsx';
import { describedBy, Field } from '../../../components/field.tsx';
import { BooleanControl, EnumControl, isGroup, MultiselectControl } from './choice-control.tsx';
import { controlId, type ControlProps } from './control-props.ts';
import { DateControl } from './date-control.tsx';
import { fieldOf, unset, type FieldValue } from './field-value.ts';
import { FileControl } from './file-control.tsx';
import type { FormInput } from './form-input.ts';
import type { RunTarget } from './run-request.ts';
import { SecretControl } from './secret-control.tsx';
import { LineControl, LinesControl } from './text-control.tsx';

export interface RunFieldProps {
  readonly input: FormInput;
  readonly value: FieldValue;
  readonly problems: readonly string[];
  readonly isSent: boolean;
  readonly target: RunTarget;
  readonly onChange: (id: string, value: FieldValue) => void;
}

/** An input: its label, what it is for, its control, and what is wrong with its value. */
export function RunField({ input, value, problems, isSent, target, onChange }: RunFieldProps) {
  const id = controlId(input.id);
  const Control = controls[input.type];
  const change = (next: FieldValue) => onChange(input.id, next);
  const hint = [input.description, limitsOf(input)].filter((text) => text !== undefined).join(' · ');
  const aria = {
    id,
    'aria-describedby': describedBy(
      { id, hint, problems },
      ...(showsDefault(input, value, isSent) ? [`${id}-default`] : []),
    ),
    'aria-invalid': problems.length > 0,
    'aria-required': input.isRequired,
  };
  return (
    <Field
      {...{ id, hint, problems }}
      label={input.title}
      isRequired={input.isRequired}
      group={isGroup(input) ? { 'aria-describedby': aria['aria-describedby'] } : undefined}
    >
      <Control {...{ input, value, aria, isSent, target }} onChange={change} />
      <ValueNotes {...{ input, value, isSent }} onChange={change} />
    </Field>
  );
}

type Control = ComponentType<ControlProps & Pick<RunFieldProps, 'isSent' | 'target'>>;

const controls: Readonly<Record<FormInput['type'], Control>> = {
  STRING: LinesControl,
  JSON: LinesControl,
  INT: LineControl,
  FLOAT: LineControl,
  DURATION: LineControl,
  URI: LineControl,
  DATE: DateControl,
  DATETIME: DateControl,
  BOOLEAN: BooleanControl,
  ENUM: EnumControl,
  MULTISELECT: MultiselectControl,
  SECRET: SecretControl,
  FILE: FileControl,
};

type NotesProps = Pick<ControlProps & RunFieldProps, 'input' | 'value' | 'isSent'> & Pick<ControlProps, 'onChange'>;

/** What applies to an input that is unset, and how to get there. */
function ValueNotes({ input, value, isSent, onChange }: NotesProps) {
  const { default: defaults, secretDefault } = input;
  const isUnset = value.kind === 'unset';
  const mayBeEmpty = input.type === 'STRING' && !input.isRequired && (input.minLength ?? 0) === 0;
  const isTyped = input.type === 'STRING' || input.type === 'JSON';
  const isEmptyText = value.kind === 'text' && value.text === '';
  const canReset = !isUnset && (defaults !== undefined || isEmptyText || (isGroup(input) && !input.isRequired));
  const offers: [text: string, label: string, offered: FieldValue][] = [];
  if (isUnset && isTyped && defaults !== undefined)
    offers.push(['Edit the default', 'Edit the default of', fieldOf(input, defaults)]);
  if (isUnset && mayBeEmpty)
    offers.push([emptyOffer(defaults), `${emptyOffer(defaults)}:`, { kind: 'text', text: '' }]);
  if (canReset)
    offers.push(defaults === undefined ? ['Clear', 'Clear', unset] : ['Use the default', 'Use the default of', unset]);
  const hasDefault = showsDefault(input, value, isSent);
  if (offers.length === 0 && !hasDefault) return undefined;
  return (
    <span className="run-notes row muted small breaks">
      {hasDefault && defaults !== undefined && (
        <span id={`${controlId(input.id)}-default`}>
          Default: <code>{defaultText(input, defaults)}</code>
        </span>
      )}
      {hasDefault && secretDefault !== undefined && (
        <span id={`${controlId(input.id)}-default`}>
          Leave empty to use {secretDefault === maskText ? 'the default' : <code>{secretDefault}</code>}
        </span>
      )}
      {isEmptyText && <span>Sent without any text.</span>}
      {offers.map(([text, label, offered]) => (
        <Button key={text} variant="quiet" aria-label={`${label} ${input.title}`} onPress={() => onChange(offered)}>
          {text}
        </Button>
      ))}
    </span>
  );
}

function emptyOffer(defaults: JsonValue | undefined): string {
  return defaults === undefined ? 'Send it without text' : 'No text instead of the default';
}

/** Whether a note says the default: a control without a value shows it itself, unless it is a file or a secret. */
function showsDefault(
  { type, default: defaults, secretDefault }: FormInput,
  value: FieldValue,
  isSent: boolean,
): boolean {
  if (secretDefault !== undefined) return !isSent;
  return defaults !== undefined && (value.kind !== 'unset' || type === 'FILE');
}

const maxShown = 120;

function defaultText({ type }: FormInput, value: JsonValue): string {
  const isList = type === 'MULTISELECT' && Array.isArray(value) && value.length > 0;
  const text = isList ? value.join(', ') : typeof value === 'string' ? value : writeJson(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text === '' ? '""' : text;
}

/** The limits of the values, in words. */
function limitsOf({ type, min, max, minLength, maxLength, maxSize, allowedExtensions }: FormInput): string | undefined {
  const isNumber = type === 'INT' || type === 'FLOAT';
  const unit = isNumber ? '' : ' characters';
  const [least, most] = isNumber ? [min, max] : type === 'STRING' ? [minLength, maxLength] : [];
  const parts = [
    least !== undefined && most !== undefined && `${least} to ${most}${unit}`,
    least !== undefined && most === undefined && `at least ${least}${unit}`,
    least === undefined && most !== undefined && `at most ${most}${unit}`,
    maxSize !== undefined && `at most ${dataSizeText(maxSize)}`,
    allowedExtensions !== undefined && `only ${allowedExtensions.map((each) => `.${each}`).join(', ')}`,
    type === 'DATETIME' && 'without a time zone',
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(', ');
}
