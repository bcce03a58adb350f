import type { Side } from './findings-at.ts';
import type { ImportedJob } from './import-report.ts';
import '../flow/source/source.css';

type Problem = ImportedJob['problems'][number];

export interface ImportProblemsProps {
  readonly job: ImportedJob;
  /** The text with the problems. */
  readonly of: Side;
  readonly onChoose: (problem: Problem) => void;
}

const titles: Readonly<Record<Side, string>> = {
  source: 'What could not be read',
  flow: 'Warnings of the flow',
};

/** What could not be read, or the warnings of the flow, each a button that leads to its place. */
export function ImportProblems({ job, of, onChoose }: ImportProblemsProps) {
  const problems = job.problems.filter((problem) => problem.of === of);
  if (problems.length === 0) return undefined;
  return (
    <section>
      <h2>{titles[of]}</h2>
      <ul className="problems">
        {problems.map((problem, index) => (
          // Two problems can be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <button type="button" className="problem row hoverable" onClick={() => onChoose(problem)}>
              <code className="muted">
                {problem.line}:{problem.column}
              </code>
              <strong className={of === 'source' ? 'problem-text' : 'warning-text'}>
                {of === 'source' ? 'error' : 'warning'}
              </strong>
              <span className="breaks">{problem.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
