import { useEffect, useRef, useState } from 'react';
import { moveRowFocus } from '../../components/row-focus.ts';
import { TextField } from '../../components/text-field.tsx';
import { useSearchKey } from '../../shell/use-key.ts';

interface PrefixFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches as you type. The address follows what is typed, and the field follows the address at all other times. */
export function PrefixField({ value, onChange }: PrefixFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  useSearchKey(field);
  useEffect(() => {
    // The address may be a letter behind.
    if (document.activeElement !== field.current) setTyped(value);
  }, [value]);
  return (
    <TextField
      label="Search flows by the start of an ID or namespace"
      isLabelHidden
      type="search"
      placeholder="Start of an ID or namespace ( / )"
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange(text);
      }}
      inputRef={field}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown') moveRowFocus(document.body, key);
      }}
    />
  );
}
