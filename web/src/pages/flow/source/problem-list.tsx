import type { Schema } from '../../../../../src/api-client/operation-types.ts';

export interface ProblemListProps {
  /** Undefined while they are unknown. */
  readonly problems: readonly Schema<'Problem'>[] | undefined;
  readonly onChoose: (problem: Schema<'Problem'>) => void;
}

/** The problems of the text in the editor, each a button that leads to its place. */
export function ProblemList({ problems, onChoose }: ProblemListProps) {
  return (
    <section className="problem-list" aria-label="Problems">
      <p role="status" className="muted">
        {problems === undefined ? 'Not validated' : summaryOf(problems)}
      </p>
      {problems !== undefined && problems.length > 0 && (
        <ul className="problems">
          {problems.map((problem, index) => (
            // Two problems can be equal.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <button type="button" className="problem row" onClick={() => onChoose(problem)}>
                <code className="muted">
                  {problem.line === undefined ? '–' : `${problem.line}:${problem.column ?? 1}`}
                </code>
                <strong className={problem.severity === 'error' ? 'problem-text' : 'warning-text'}>
                  {problem.severity}
                </strong>
                <span className="breaks">{problem.message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function summaryOf(problems: readonly Schema<'Problem'>[]): string {
  if (problems.length === 0) return 'No problems';
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const parts = [counted(errors, 'error'), counted(problems.length - errors, 'warning')];
  return parts.filter((part) => part !== '').join(', ');
}

function counted(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}
