import { controlId } from './control-props.ts';
import type { FormInput } from './form-input.ts';
import type { FormProblems } from './form-values.ts';

interface ProblemSummaryProps {
  readonly inputs: readonly FormInput[];
  readonly problems: FormProblems;
}

/** What is wrong with the values, with links to their fields. */
export function ProblemSummary({ inputs, problems }: ProblemSummaryProps) {
  const titles = new Map(inputs.map(({ id, title }) => [id, title]));
  const order = [...titles.keys()];
  const ordered = [...problems].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return (
    <div role="alert" className="callout tone-failed">
      <strong>
        {problems.size === 1 ? 'One input needs a different value' : `${problems.size} inputs need different values`}
      </strong>
      <ul>
        {ordered.map(([id, messages]) => (
          <li key={id}>
            {titles.has(id) ? (
              <a
                href={`#${encodeURIComponent(controlId(id))}`}
                onClick={(event) => {
                  // The address stays as it is.
                  event.preventDefault();
                  document.getElementById(controlId(id))?.focus();
                }}
              >
                {titles.get(id)}
              </a>
            ) : (
              id
            )}
            : {messages.join('; ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
