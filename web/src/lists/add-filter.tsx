import { useId, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Select, TextField } from '../components/field.tsx';
import { useKeyHint, useSearchKey } from '../shell/use-key.ts';
import { valueOfText, type FilterKind } from './filter-kinds.ts';
import './lists.css';

interface AddFilterProps {
  readonly kinds: readonly FilterKind[];
  readonly onAdd: (kind: string, value: string) => void;
  /** Whether `/` moves the focus here. */
  readonly hasKey?: boolean;
}

/** One field that adds filters of several kinds; each becomes a chip of the page. */
export function AddFilter({ kinds, onAdd, hasKey = false }: AddFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(hasKey ? field : undefined);
  const [chosen, setChosen] = useState(kinds[0]!.id); // a list has at least one kind
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const suggestions = useId();
  const kind = kinds.find(({ id }) => id === chosen) ?? kinds[0]!;
  const hint = useKeyHint(kind.hint);
  const add = () => {
    if (text.trim() === '') return;
    const value = valueOfText(kind, text);
    const found = value === undefined ? 'Choose a value from the list' : kind.problemOf?.(value);
    setProblem(found);
    if (value === undefined || found !== undefined) return;
    setText('');
    onAdd(kind.id, value);
  };
  return (
    <form
      className="add-filter"
      aria-label="Add a filter"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Select
        label="Filter by"
        isLabelHidden
        options={kinds.map(({ id, title }) => ({ value: id, text: title }))}
        value={kind.id}
        onChange={(id) => {
          setChosen(id);
          setProblem(undefined);
        }}
      />
      <TextField
        label={kind.title}
        isLabelHidden
        placeholder={hasKey ? hint : kind.hint}
        value={text}
        onChange={(typed) => {
          setText(typed);
          setProblem(undefined);
        }}
        problem={problem}
        ref={field}
        list={kind.values && suggestions}
      />
      {kind.values !== undefined && (
        <datalist id={suggestions}>
          {kind.values.map((each) => (
            <option key={each.value} value={each.text} />
          ))}
        </datalist>
      )}
      <Button type="submit">Filter</Button>
    </form>
  );
}
