import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Execution } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';
import { Button } from '../../components/button.tsx';
import { failedTask, taskToOpen } from '../../timeline/chosen-task.ts';
import { useTasks } from '../../timeline/use-tasks.ts';
import { ExecutionLog } from './execution-log.tsx';
import { ExecutionTasks } from './execution-tasks.tsx';
import { RestartButton } from './restart/restart-button.tsx';
import { restartTask, unfinishedTask } from './restart/restart-task.ts';
import { EndedWaits } from './waits/ended-waits.tsx';

const route = getRouteApi('/ui/executions/$executionId');
/** In the address, for the log of everything; no task has this id. */
const everything = '*';

/** The timeline of the tasks, and below it the log: of everything, or of the task that was chosen. */
export function ExecutionRun({ execution }: { readonly execution: Execution }) {
  const { task: wanted, attempt: wantedAttempt, view } = route.useSearch();
  const navigate = route.useNavigate();
  const loaded = useTasks(execution);
  const { tasks } = loaded;
  const waits = useWaits(execution);
  // Nothing is chosen: the page follows the execution from task to task.
  const opened = wanted ?? taskToOpen(execution)?.path ?? everything;
  // A wait has no log.
  const hasLog = opened !== everything && (wanted !== undefined || !waits.has(opened));
  const task = hasLog ? opened : undefined;
  const restart = restartTask(execution, opened);
  // The reason of a failure has a button for the task that failed.
  const from = execution.state === 'FAILED' && restart === unfinishedTask(execution) ? undefined : restart;
  const attempt = wanted === undefined ? attemptToOpen(execution) : attemptOf(wantedAttempt);

  const go = useCallback(
    (changed: ReturnType<typeof route.useSearch>, hash = '') =>
      void navigate({
        search: (before) => ({ ...before, ...changed }),
        hash,
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      }),
    [navigate],
  );
  const choose = useCallback((path: string, number?: number) => go({ task: path, attempt: number?.toString() }), [go]);
  // A link to lines names their task, so that the page stays at that task.
  const link = useCallback((hash: string) => go({ task: task ?? everything }, hash.slice(1)), [go, task]);
  const hold = useCallback(() => {
    if (wanted === undefined && task !== undefined) link(location.hash);
  }, [link, wanted, task]);

  return (
    <div className="execution-run stack gap-24" data-live={!isFinal(execution.state)}>
      <ExecutionTasks
        execution={execution}
        loaded={loaded}
        view={view}
        onView={(next) => go({ view: next })}
        chosen={{ path: task, attempt }}
        onChoose={choose}
        waits={waits}
      />
      <EndedWaits execution={execution} />
      <section className="execution-log">
        <div className="execution-part-head row apart">
          <h2>{task === undefined ? 'Log' : `Log of ${task}`}</h2>
          <span className="row">
            {from !== undefined && <RestartButton execution={execution} from={from} text={`Restart from ${from}…`} />}
            {task !== undefined && <Button onPress={() => choose(everything)}>Show the full log</Button>}
          </span>
        </div>
        <ExecutionLog
          // A task has its own line numbers, and its own place to scroll to.
          key={`${task ?? ''} ${wanted === undefined ? '' : (attempt ?? '')}`}
          execution={execution}
          tasks={tasks}
          task={task}
          attempt={wanted === undefined ? undefined : attempt}
          onHold={hold}
          onLink={link}
        />
      </section>
    </div>
  );
}

/** The paths of the tasks at which an execution waits or has waited; another set only if one is added. */
function useWaits({ waitingFor, waits = [] }: Execution): ReadonlySet<string> {
  const text = [...waits, ...(waitingFor === undefined ? [] : [waitingFor])].map(({ task }) => task).join(' ');
  return useMemo(() => new Set(text.split(' ')), [text]);
}

/** The last attempt of the task in which the execution failed. */
function attemptToOpen(execution: Execution): number | undefined {
  return failedTask(execution)?.attempts?.at(-1)?.number;
}

function attemptOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
