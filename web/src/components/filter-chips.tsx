import { Button } from './button.tsx';
import './filter-chips.css';

export interface FilterChip {
  readonly id: string;
  /** What the filter requires, such as `state is failed`. */
  readonly text: string;
  readonly onRemove: () => void;
}

/** The filters that are on, each of which can be removed. The page keeps them in the URL. */
export function FilterChips({ chips }: { readonly chips: readonly FilterChip[] }) {
  if (chips.length === 0) return undefined;
  return (
    <ul className="filter-chips row" aria-label="Filters">
      {chips.map(({ id, text, onRemove }) => (
        <li key={id} className="inline breaks">
          {text}
          <Button variant="quiet" aria-label={`Remove filter ${text}`} onPress={onRemove}>
            ×
          </Button>
        </li>
      ))}
    </ul>
  );
}

export interface ToggleChipsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** A few values to filter by, any of which can be on. */
export function ToggleChips<Value extends string>({ label, options, chosen, onChange }: ToggleChipsProps<Value>) {
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <div role="group" aria-label={label} className="toggle-chips row gap-4">
      {options.map(({ value, text }) => (
        <button key={value} type="button" aria-pressed={chosen.includes(value)} onClick={() => toggle(value)}>
          {text}
        </button>
      ))}
    </div>
  );
}
