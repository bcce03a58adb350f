import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';
import './field.css';

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
