import type { Right } from '../../api/may.ts';
import { tokenRights } from './token-form.ts';

const meanings: Readonly<Record<Right, string>> = {
  read: 'flows, executions and logs',
  write: 'create, change and delete flows',
  execute: 'run and stop flows',
};

interface RightsChoiceProps {
  readonly value: readonly Right[];
  readonly onChange: (value: readonly Right[]) => void;
  readonly problem?: string;
}

/** A checkbox for each right. */
export function RightsChoice({ value, onChange, problem }: RightsChoiceProps) {
  return (
    <fieldset className="token-rights" aria-describedby={problem === undefined ? undefined : 'token-rights-problem'}>
      <legend>
        Rights<span className="field-required"> (required)</span>
      </legend>
      {tokenRights.map((right) => (
        <label key={right}>
          <input
            type="checkbox"
            checked={value.includes(right)}
            onChange={({ target: { checked } }) =>
              onChange(tokenRights.filter((each) => (each === right ? checked : value.includes(each))))
            }
          />
          <span>
            {right} <span className="muted">{meanings[right]}</span>
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p id="token-rights-problem" className="token-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
