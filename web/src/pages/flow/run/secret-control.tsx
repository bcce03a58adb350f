import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { textOf, type ControlProps } from './control-props.ts';
import { unset } from './field-value.ts';

/** A secret: can be revealed while it is typed. Once it was sent, nothing shows it; it can only be typed again. */
export function SecretControl({ input, value, onChange, aria, isSent }: ControlProps & { readonly isSent: boolean }) {
  const [isRevealed, setRevealed] = useState(false);
  const text = textOf(value);
  if (isSent) {
    return (
      <span className="run-row row">
        <span className="muted">Sent and no longer shown.</span>
        <Button id={aria.id} aria-describedby={aria['aria-describedby']} onPress={() => onChange(unset)}>
          Type {input.title} again
        </Button>
      </span>
    );
  }
  const isLong = text.includes('\n');
  const write = (typed: string) => onChange(typed === '' ? unset : { kind: 'text', text: typed });
  const field = { ...aria, autoComplete: 'new-password', spellCheck: false, autoCapitalize: 'off', value: text };
  return (
    <span className="run-row row">
      {isRevealed && isLong ? (
        <textarea {...field} className="run-code" rows={6} onChange={({ target }) => write(target.value)} />
      ) : (
        <input
          {...field}
          type={isRevealed ? 'text' : 'password'}
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
      )}
      <Button aria-label={`${isRevealed ? 'Hide' : 'Reveal'} ${input.title}`} onPress={() => setRevealed(!isRevealed)}>
        {isRevealed ? 'Hide' : 'Reveal'}
      </Button>
      {isLong && <span className="muted">{text.split('\n').length} lines</span>}
    </span>
  );
}
