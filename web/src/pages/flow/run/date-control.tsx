import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { textOf, type ControlProps } from './control-props.ts';
import { unset } from './field-value.ts';
import { isoTime } from './iso-time.ts';

const forms = {
  DATE: { type: 'date', example: 'YYYY-MM-DD' },
  DATETIME: { type: 'datetime-local', example: 'YYYY-MM-DDThh:mm:ss' },
} as const;

/** A date or a time in ISO 8601, whatever the language of the browser is, with the browser's calendar beside it. */
export function DateControl({ input, value, onChange, aria }: ControlProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { type, example } = input.type === 'DATE' ? forms.DATE : forms.DATETIME;
  const text = textOf(value);
  const write = (typed: string) => onChange(typed === '' ? unset : { kind: 'text', text: typed });
  return (
    <span className="run-row run-date row">
      <input
        {...aria}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={typeof input.default === 'string' ? input.default : example}
        value={text}
        onChange={({ target }) => write(target.value)}
        onBlur={() => {
          const complete = isoTime(text, type);
          if (complete !== text) write(complete);
        }}
      />
      <Button
        variant="quiet"
        aria-label={`Choose ${input.title} from a calendar`}
        onPress={() => picker.current?.showPicker()}
      >
        <Icon of={CalendarDays} />
      </Button>
      <input
        ref={picker}
        className="run-picker"
        type={type}
        step={type === 'date' ? undefined : 1}
        tabIndex={-1}
        aria-hidden="true"
        value={/^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? text : ''}
        onChange={({ target }) => write(isoTime(target.value, type))}
      />
    </span>
  );
}
