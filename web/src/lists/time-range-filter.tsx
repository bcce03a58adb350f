import { useState } from 'react';
import { Select } from '../components/field.tsx';
import { localInputText, rangeWords, timeOfLocalInput, type RangeWord, type TimeRange } from './time-range.ts';
import './lists.css';

const options = [
  ...Object.entries(rangeWords).map(([value, text]) => ({ value: value as RangeWord, text })), // of that object
  { value: 'custom', text: 'From … to …' },
] as const;

interface TimeRangeFilterProps {
  readonly value: TimeRange;
  readonly fallback: RangeWord;
  readonly onChange: (value: TimeRange) => void;
}

/** Chooses a range of time: one that ends now, or two times. @param fallback the range that no range stands for */
export function TimeRangeFilter({ value: { range, from, to }, fallback, onChange }: TimeRangeFilterProps) {
  const hasTimes = from !== undefined || to !== undefined;
  const [isCustom, setCustom] = useState(hasTimes);
  const shown = hasTimes || (isCustom && range === undefined) ? 'custom' : (range ?? fallback);
  return (
    <>
      <Select
        label="Time"
        isLabelHidden
        options={options}
        value={shown}
        onChange={(chosen) => {
          setCustom(chosen === 'custom');
          if (chosen === 'custom') onChange({ range: undefined, from, to });
          else onChange({ range: chosen === fallback ? undefined : chosen, from: undefined, to: undefined });
        }}
      />
      {shown === 'custom' && (
        <span className="time-range row">
          <TimeInput label="From" value={from} onChange={(time) => onChange({ range: undefined, from: time, to })} />
          <TimeInput label="to" value={to} onChange={(time) => onChange({ range: undefined, from, to: time })} />
        </span>
      )}
    </>
  );
}

interface TimeInputProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (time: string | undefined) => void;
}

function TimeInput({ label, value, onChange }: TimeInputProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="datetime-local"
        value={localInputText(value)}
        onChange={({ target }) => onChange(timeOfLocalInput(target.value))}
      />
    </label>
  );
}
