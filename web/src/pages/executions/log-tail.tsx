import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { executionPage } from '../../links.ts';
import { useFollowedLog, useIsComplete, useLineCount } from '../../log/followed-log.ts';
import { slicePieces } from '../../log/line-cells.ts';
import { hashOfLines } from '../../log/line-hash.ts';
import type { LogLines } from '../../log/log-lines.ts';
import { LogText } from '../../log/log-text.tsx';
import '../../log/log-view.css';

interface LogTailProps {
  readonly executionId: string;
  /** The path of a task. */
  readonly task: string;
}

const tailLines = 8;
const maxErrors = 3;
/** So that a long log costs a few milliseconds. */
const searchedLines = 20_000;
const maxCharacters = 1_000;

/** The last lines of a log, and its last errors if they stand before these lines. */
export function LogTail({ executionId, task }: LogTailProps) {
  const { lines, problem } = useFollowedLog({ executionId, task });
  const count = useLineCount(lines);
  const isComplete = useIsComplete(lines);
  const { tail, errors } = useMemo(() => partsOf(lines, count), [lines, count]);
  if (problem !== undefined) return <p className="muted">{problem.message}</p>;
  if (tail.length === 0) return <p className="muted">{isComplete ? 'No output.' : 'Loading…'}</p>;
  const text = (line: number) => <LogText pieces={slicePieces(lines.pieces(line), 0, maxCharacters)} />;
  return (
    <>
      {errors.length > 0 && (
        <>
          <p className="muted">The last errors in its log:</p>
          <pre className="log-tail breaks" aria-label="The last errors in the log">
            {errors.map((line) => (
              <div key={line}>
                <Link
                  {...executionPage(executionId)}
                  search={{ task }}
                  hash={hashOfLines({ from: line + 1, to: line + 1 }).slice(1)}
                >
                  Line {(line + 1).toLocaleString('en')}
                </Link>{' '}
                {text(line)}
              </div>
            ))}
          </pre>
        </>
      )}
      <p className="muted">The last lines of its log:</p>
      <pre className="log-tail breaks" aria-label="The last lines of the log">
        {tail.map((line) => (
          <div key={line}>{text(line)}</div>
        ))}
      </pre>
    </>
  );
}

interface LogParts {
  /** The last lines that are not empty. */
  readonly tail: readonly number[];
  /** Empty if there is an error in the tail. */
  readonly errors: readonly number[];
}

function partsOf(lines: LogLines, count: number): LogParts {
  const tail: number[] = [];
  let line = count - 1;
  for (; line >= 0 && tail.length < tailLines; line--) if (lines.text(line).trim() !== '') tail.unshift(line);
  const errors: number[] = [];
  if (tail.some((each) => lines.level(each) === 'error')) return { tail, errors };
  for (const end = line - searchedLines; line >= 0 && line > end && errors.length < maxErrors; line--)
    if (lines.level(line) === 'error') errors.unshift(line);
  return { tail, errors };
}
