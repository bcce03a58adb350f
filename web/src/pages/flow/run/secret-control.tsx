import { Button } from '../../../components/button.tsx';
import { textOf, type ControlProps } from './control-props.ts';
import { unset } from './field-value.ts';

/**
 * A secret. Nothing displays what was entered (SPEC, section 2.2): a wrong value is cleared and entered again, and a
 * value that was sent can only be entered again.
 */
export function SecretControl({ input, value, onChange, aria, isSent }: ControlProps & { readonly isSent: boolean }) {
  const text = textOf(value);
  const clear = () => {
    onChange(unset);
    // Not before the button is gone, or its focus is lost.
    requestAnimationFrame(() => document.getElementById(aria.id)?.focus());
  };
  if (isSent) {
    return (
      <span className="run-row row">
        <span className="muted">Sent and no longer shown.</span>
        <Button id={aria.id} aria-describedby={aria['aria-describedby']} onPress={clear}>
          Type {input.title} again
        </Button>
      </span>
    );
  }
  const isLong = text.includes('\n');
  const write = (typed: string) => onChange(typed === '' ? unset : { kind: 'text', text: typed });
  return (
    <span className="run-row row">
      <input
        {...aria}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        // One line would lose the line breaks.
        readOnly={isLong}
        onChange={({ target }) => write(target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (!pasted.includes('\n')) return;
          event.preventDefault();
          write(pasted);
        }}
      />
      {isLong && <span className="muted">{text.split('\n').length} lines</span>}
      {text !== '' && (
        <Button aria-label={`Clear ${input.title}`} onPress={clear}>
          Clear
        </Button>
      )}
    </span>
  );
}
