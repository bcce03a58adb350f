import type { ImportedJob } from './import-report.ts';
import '../flow/source/source.css';

type Problem = ImportedJob['problems'][number];

export interface ImportProblemsProps {
  readonly problems: readonly Problem[];
  readonly onChoose: (problem: Problem) => void;
}

/** What could not be read, and the warnings of the flow, each a button that leads to its place. */
export function ImportProblems({ problems, onChoose }: ImportProblemsProps) {
  if (problems.length === 0) return undefined;
  return (
    <section aria-label="Problems">
      <ul className="problems import-problems">
        {problems.map((problem, index) => (
          // Two problems can be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <button type="button" className="problem row hoverable" onClick={() => onChoose(problem)}>
              <code className="muted">
                {problem.line}:{problem.column}
              </code>
              <strong className="warning-text">{problem.of}</strong>
              <span className="breaks">{problem.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
