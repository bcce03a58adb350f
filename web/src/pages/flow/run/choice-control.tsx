import type { ControlProps } from './control-props.ts';
import { fieldOf, unset, type FieldValue } from './field-value.ts';
import type { FormInput } from './form-input.ts';

const maxRadios = 4;

/** Whether a control is a group of elements, which needs a legend instead of a label. */
export function isGroup({ type, values }: FormInput): boolean {
  return type === 'BOOLEAN' || type === 'MULTISELECT' || (type === 'ENUM' && values.length <= maxRadios);
}

interface Choice {
  readonly text: string;
  /** Undefined for no value. */
  readonly value: string | undefined;
}

/** True, false, and "not set" if that is a choice. */
export function BooleanControl(props: ControlProps) {
  return <Radios {...props} choices={withNothing(props.input, ['true', 'false'])} />;
}

/** Radio buttons for few choices, else a list. A value that is no longer a choice stays until another is chosen. */
export function EnumControl(props: ControlProps) {
  const { input, value, onChange, aria } = props;
  if (isGroup(input)) return <Radios {...props} choices={withNothing(input, withCurrent(input.values, value))} />;
  return (
    <select
      {...aria}
      value={value.kind === 'text' ? `=${value.text}` : ''}
      onChange={({ target: { value: chosen } }) =>
        onChange(chosen === '' ? unset : { kind: 'text', text: chosen.slice(1) })
      }
    >
      <option value="">{nothingText(input)}</option>
      {withCurrent(input.values, value).map((choice) => (
        <option key={choice} value={`=${choice}`}>
          {choice === '' ? '(empty)' : choice}
        </option>
      ))}
    </select>
  );
}

function Radios({ input, value, onChange, aria, choices }: ControlProps & { readonly choices: readonly Choice[] }) {
  const shown = value.kind === 'unset' ? fieldOf(input, input.default) : value;
  const chosen = shown.kind === 'text' ? shown.text : undefined;
  return (
    <span className="run-choices row">
      {choices.map(({ text, value: choice }, index) => (
        <label key={choice === undefined ? 'nothing' : `=${choice}`} className="inline gap-8">
          <input
            type="radio"
            name={aria.id}
            id={index === 0 ? aria.id : undefined}
            checked={choice === chosen}
            onChange={() => onChange(choice === undefined ? unset : { kind: 'text', text: choice })}
          />
          {text}
        </label>
      ))}
    </span>
  );
}

/** Checkboxes. No box is an empty list, which is a value; "Clear" makes it unset. */
export function MultiselectControl({ input, value, onChange, aria }: ControlProps) {
  const shown = value.kind === 'unset' ? fieldOf(input, input.default) : value;
  const items = shown.kind === 'list' ? shown.items : [];
  const all = [...new Set([...input.values, ...items])];
  const choose = (item: string, isChosen: boolean) =>
    onChange({ kind: 'list', items: all.filter((each) => (each === item ? isChosen : items.includes(each))) });
  return (
    <span className="run-choices row">
      {all.map((item, index) => (
        <label key={item} className="inline gap-8">
          <input
            type="checkbox"
            id={index === 0 ? aria.id : undefined}
            checked={items.includes(item)}
            onChange={({ target: { checked } }) => choose(item, checked)}
          />
          {item}
        </label>
      ))}
    </span>
  );
}

function withCurrent(values: readonly string[], value: FieldValue): readonly string[] {
  return value.kind === 'text' && !values.includes(value.text) ? [...values, value.text] : values;
}

function withNothing({ isRequired, default: defaults }: FormInput, values: readonly string[]): readonly Choice[] {
  const choices = values.map((value) => ({ text: value === '' ? '(empty)' : value, value }));
  return isRequired || defaults !== undefined ? choices : [...choices, { text: 'not set', value: undefined }];
}

function nothingText({ isRequired, default: defaults }: FormInput): string {
  if (defaults !== undefined) return `${String(defaults)} (default)`;
  return isRequired ? 'Choose…' : 'Not set';
}
