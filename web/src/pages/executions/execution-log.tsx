import { useEffect, useMemo, useRef, useState } from 'react';
import { isWithin } from '../../../../src/language/execution-plan/task-path.ts';
import type { Execution } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';
import { ErrorBox } from '../../components/callout.tsx';
import { stateStyles } from '../../components/state-badge.tsx';
import { useFollowedLog, useLineCount } from '../../log/followed-log.ts';
import { LogView } from '../../log/log-view.tsx';
import { stateOfItem, type Task } from '../../timeline/task-tree.ts';

export interface ExecutionLogProps {
  readonly execution: Execution;
  readonly tasks: readonly Task[];
  /** The path of a task; everything by default. */
  readonly task: string | undefined;
  /** Shows where this attempt of the task starts. */
  readonly attempt: number | undefined;
  readonly onHold: () => void;
  readonly onLink: (hash: string) => void;
}

/** Between spoken notes about a log that grows. */
const noteMilliseconds = 10_000;

/** The log of an execution or of one of its tasks, while it is written. */
export function ExecutionLog({
  execution: { id, state, flowId },
  tasks,
  task,
  attempt,
  onHold,
  onLink,
}: ExecutionLogProps) {
  const { lines, connection, problem } = useFollowedLog({ executionId: id, ...(task !== undefined && { task }) });
  const count = useLineCount(lines);
  const taskState = (task === undefined ? undefined : stateOf(task, tasks)) ?? state;
  const note = usePaced(
    `${task ?? flowId}: ${stateStyles[taskState].word}, ${count.toLocaleString('en')} lines`,
    noteMilliseconds,
  );
  const startsAt = useMemo(() => startOf(attempt), [attempt]);
  // The end of the log shows why.
  const isBroken = taskState === 'FAILED' || taskState === 'KILLED';
  if (problem !== undefined)
    return <ErrorBox what={problem.status === 404 ? 'Log not found' : 'Could not load the log'} problem={problem} />;
  return (
    <>
      {connection === 'retrying' && (
        <p role="status" className="execution-lost">
          Connection lost. Reconnecting; no lines are lost.
        </p>
      )}
      <LogView
        lines={lines}
        name={[flowId, id.slice(-6), ...(task === undefined ? [] : [task.replace(/[^\w.-]+/g, '.')])].join('-')}
        startsAtEnd={(task === undefined ? !isFinal(state) : taskState === 'RUNNING') || isBroken}
        startsAt={startsAt}
        onHold={onHold}
        onLink={onLink}
      />
      <span className="visually-hidden" role="status">
        {note}
      </span>
    </>
  );
}

/** The state of a task, or of an item of a loop; undefined if none of its tasks is known. */
function stateOf(path: string, tasks: readonly Task[]): Task['state'] | undefined {
  const own = tasks.find((task) => task.path === path);
  if (own !== undefined) return own.state;
  const inside = tasks.filter((task) => isWithin(task.path, path));
  return inside.length === 0 ? undefined : stateOfItem(inside.map(({ state }) => state));
}

/** The line that Flowgate writes before an attempt. The first attempt starts with the log. */
function startOf(attempt: number | undefined): RegExp | undefined {
  if (attempt === undefined) return undefined;
  return attempt === 1 ? /^/ : new RegExp(`\\. Attempt ${attempt} of \\d+ starts in \\d+ ms\\.$`);
}

/** Throttles a value that changes often, for text that is read aloud. */
function usePaced<Value>(value: Value, milliseconds: number): Value {
  const [paced, setPaced] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const timer = setInterval(() => setPaced(latest.current), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return paced;
}
