import { textOf, type ControlProps } from './control-props.ts';
import { unset } from './field-value.ts';

const forms = {
  DATE: { type: 'date', syntax: /^\d{4}-\d{2}-\d{2}$/ },
  DATETIME: { type: 'datetime-local', syntax: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/ },
} as const;

/** The browser's own picker; plain text for a value that it cannot show, such as one from a link. */
export function DateControl({ input, value, onChange, aria }: ControlProps) {
  const form = input.type === 'DATE' ? forms.DATE : forms.DATETIME;
  const text = textOf(value);
  const isPicker = text === '' || form.syntax.test(text);
  return (
    <input
      {...aria}
      type={isPicker ? form.type : 'text'}
      // Shows seconds, which the value has.
      step={form.type === 'date' ? undefined : 1}
      value={text}
      onChange={({ target }) =>
        onChange(target.value === '' ? unset : { kind: 'text', text: withSeconds(target.value) })
      }
      onBlur={({ target }) => {
        // The browser reports a date of which a part is missing as empty.
        if (target.validity.badInput) onChange({ kind: 'incomplete' });
        else if (value.kind === 'incomplete') onChange(unset);
      }}
    />
  );
}

/** Browsers leave out seconds that are zero. */
function withSeconds(text: string): string {
  return /T\d{2}:\d{2}$/.test(text) ? `${text}:00` : text;
}
