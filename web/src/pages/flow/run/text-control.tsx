import { writeJson } from '../../../../../src/base/text/exact-json.ts';
import { textOf, type ControlProps } from './control-props.ts';
import { unset } from './field-value.ts';

/** One line, without browser features that change or reject what is typed. */
export function LineControl({ input: { type, default: defaults }, value, onChange, aria }: ControlProps) {
  const isNumber = type === 'INT' || type === 'FLOAT';
  return (
    <input
      {...aria}
      type="text"
      inputMode={isNumber ? (type === 'INT' ? 'numeric' : 'decimal') : type === 'URI' ? 'url' : 'text'}
      autoComplete="off"
      spellCheck={false}
      placeholder={typeof defaults === 'string' || typeof defaults === 'number' ? String(defaults) : placeholders[type]}
      value={textOf(value)}
      onChange={({ target: { value: text } }) => onChange(text === '' ? unset : { kind: 'text', text })}
    />
  );
}

const placeholders: Readonly<Record<string, string>> = { DURATION: '90s, 15m or 1.5h', URI: 'https://' };

const maxRows = 12;

/** Several lines, which grow with their text. */
export function LinesControl({ input: { type, default: defaults }, value, onChange, aria }: ControlProps) {
  const text = textOf(value);
  const rows = Math.min(maxRows, Math.max(type === 'JSON' ? 4 : 1, text.split('\n').length));
  return (
    <textarea
      {...aria}
      className={type === 'JSON' ? 'run-code' : undefined}
      rows={rows}
      autoComplete="off"
      spellCheck={type !== 'JSON'}
      placeholder={type === 'JSON' && defaults !== undefined ? writeJson(defaults, 2) : defaultText(defaults)}
      value={text}
      onChange={(event) => onChange(event.target.value === '' ? unset : { kind: 'text', text: event.target.value })}
    />
  );
}

function defaultText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
