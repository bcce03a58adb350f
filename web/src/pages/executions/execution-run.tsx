import { getRouteApi } from '@tanstack/react-router';
import { isFinal, type Execution } from '../../api/execution-queries.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { LogView } from '../../log/log-view.tsx';
import { useLogLines } from '../../log/use-log-lines.ts';
import { Timeline } from '../../timeline/timeline.tsx';

const route = getRouteApi('/ui/executions/$executionId');

/** The timeline of the tasks, and below it the log: of everything, or of the task that was chosen. */
export function ExecutionRun({ execution }: { readonly execution: Execution }) {
  const { task } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (path: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, task: path }), hash: '', replace: true, resetScroll: false });
  return (
    <div className="execution-run">
      <Timeline tasks={execution.tasks ?? []} chosen={task} onChoose={choose} />
      <section>
        <div className="execution-log-head">
          <h2>{task === undefined ? 'Log' : `Log of ${task}`}</h2>
          {task !== undefined && <Button onPress={() => choose(undefined)}>Show the whole log</Button>}
        </div>
        {/* A task has its own line numbers, and its own place to scroll to. */}
        <ExecutionLog key={task ?? ''} execution={execution} task={task} />
      </section>
    </div>
  );
}

function ExecutionLog({ execution: { id, state }, task }: { readonly execution: Execution; readonly task?: string }) {
  const { lines, connection, problem } = useLogLines({ executionId: id, task });
  return (
    <>
      {problem !== undefined && <ErrorBox what="The log could not be read" problem={problem} />}
      {connection === 'retrying' && (
        <p role="status" className="muted">
          The connection is lost; trying again…
        </p>
      )}
      <LogView lines={lines} isLive={!isFinal(state)} />
    </>
  );
}
