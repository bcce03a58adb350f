import { useFollowedLog, useIsComplete, useLineCount, type LogKey } from './followed-log.ts';
import { slicePieces } from './line-cells.ts';
import { LogText } from './log-text.tsx';
import './log-view.css';

const maxCharacters = 1_000;

/** The last lines of a log that are not empty. */
export function LogTail({ logKey, lines: wanted }: { readonly logKey: LogKey; readonly lines: number }) {
  const { lines, problem } = useFollowedLog(logKey);
  const count = useLineCount(lines);
  const isComplete = useIsComplete(lines);
  if (problem !== undefined) return <p className="muted">{problem.message}</p>;
  const shown: number[] = [];
  for (let line = count - 1; line >= 0 && shown.length < wanted; line--)
    if (lines.text(line).trim() !== '') shown.unshift(line);
  if (shown.length === 0) return <p className="muted">{isComplete ? 'No output.' : 'Loading…'}</p>;
  return (
    <pre className="log-tail breaks" aria-label="The last lines of the log">
      {shown.map((line) => (
        <div key={line}>
          <LogText pieces={slicePieces(lines.pieces(line), 0, maxCharacters)} />
        </div>
      ))}
    </pre>
  );
}
