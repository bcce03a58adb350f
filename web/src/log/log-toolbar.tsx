import { useRef, type ReactNode } from 'react';
import { Button, ToggleButton } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { TextField } from '../components/field.tsx';
import { saveText } from '../components/save-file.ts';
import { useSearchKey } from '../shell/use-key.ts';
import type { LogLines } from './log-lines.ts';
import type { ShownSearch } from './use-log-search.ts';

export interface LogSwitch {
  readonly title: string;
  /** Shown in place of the title, which it includes. */
  readonly label?: ReactNode;
  readonly hint: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export interface LogToolbarProps {
  readonly lines: LogLines;
  /** The name of a downloaded file, without an extension. */
  readonly name: string;
  readonly count: number;
  readonly search: ShownSearch;
  readonly switches: readonly LogSwitch[];
}

export function LogToolbar({ lines, name, count, search, switches }: LogToolbarProps) {
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  return (
    <div className="log-toolbar row">
      <TextField
        label="Search the log"
        isLabelHidden
        type="search"
        placeholder="Search the log"
        ref={field}
        value={search.text}
        onChange={search.setText}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter') search.move(shiftKey ? -1 : 1);
        }}
      />
      {search.text !== '' && (
        <span className="row gap-4 muted digits">
          <span role="status">
            {search.total === 0
              ? 'No match'
              : `${(search.position + 1).toLocaleString('en')} of ${search.total.toLocaleString('en')}`}
          </span>
          <Button variant="quiet" aria-label="Previous match" onPress={() => search.move(-1)}>
            ↑
          </Button>
          <Button variant="quiet" aria-label="Next match" onPress={() => search.move(1)}>
            ↓
          </Button>
        </span>
      )}
      <span className="log-count muted digits">{count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`}</span>
      {switches.map(({ title, label = title, hint, isOn, onChange }) => (
        <ToggleButton key={title} isOn={isOn} onChange={onChange} title={hint}>
          {label}
        </ToggleButton>
      ))}
      <Button onPress={() => saveText(`${name}.log`, lines.wholeText())}>Download</Button>
      <CopyButton text={() => lines.wholeText()} what="log" />
    </div>
  );
}
