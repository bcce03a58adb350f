import { getRouteApi, Link } from '@tanstack/react-router';
import type { Execution } from '../../api/execution-queries.ts';
import { Button } from '../../components/button.tsx';
import { formatDuration } from '../../formats/format-duration.ts';
import { executionPage } from '../../links.ts';
import { failedTask } from '../../timeline/chosen-task.ts';
import type { Task } from '../../timeline/timeline-rows.ts';
import { explainReason } from './explain-reason.ts';
import { LogTail } from './log-tail.tsx';
import { RestartButton } from './restart/restart-button.tsx';
import { canRestart, unfinishedTask } from './restart/restart-task.ts';

const route = getRouteApi('/ui/executions/$executionId');

/** Why an execution failed, for someone who has never seen its flow: where, why, and the last lines of the log. */
export function FailureSummary({ execution }: { readonly execution: Execution }) {
  const { id, reason, state, build } = execution;
  const navigate = route.useNavigate();
  const task = failedTask(execution);
  const from = unfinishedTask(execution);
  // It has no log.
  const isWait = execution.waits?.some((wait) => wait.task === task?.path) === true;
  const isWarning = state === 'WARNING';
  const hint = explainReason(task?.reason ?? reason ?? '');
  return (
    <section className={`callout failure tone-${isWarning ? 'warning' : 'failed'}`} aria-label={titleOf(isWarning)}>
      <strong>{titleOf(isWarning)}</strong>
      {reason !== undefined && (
        <p className="failure-reason">
          <LinkedReason reason={reason} />
        </p>
      )}
      {hint !== undefined && <p>{hint}</p>}
      {task !== undefined && <p className="muted">{storyOf(task, execution, isWait ? 'waited' : 'ran')}</p>}
      {task !== undefined && !isWait && <LogTail executionId={id} task={task.path} />}
      <div className="callout-foot row gap-12">
        {task !== undefined && !isWait && (
          <Button
            onPress={() =>
              void navigate({
                search: ({ view }) => ({ ...(view && { view }), task: task.path }),
                hash: '',
                replace: true,
                resetScroll: false,
              }).then(() => document.querySelector('.log-pane')?.scrollIntoView({ block: 'center' }))
            }
          >
            Show its log
          </Button>
        )}
        {canRestart(execution) && execution.tasks?.length !== 0 && (
          <RestartButton execution={execution} from={from} text={restartWord(from, task)} />
        )}
        {build !== undefined && (
          <a href={build.url} target="_blank" rel="noopener noreferrer">
            Open build #{build.number} in Jenkins
          </a>
        )}
      </div>
    </section>
  );
}

function restartWord(from: string | undefined, failed: Task | undefined): string {
  if (from === undefined) return 'Restart where it stopped…';
  return from === failed?.path ? 'Restart from here…' : `Restart from ${from}…`;
}

function titleOf(isWarning: boolean): string {
  return isWarning ? 'What went wrong' : 'Why it failed';
}

/** Such as: The task image, inside build, ran for 3.7s in 3 attempts. 2 other tasks succeeded. */
function storyOf(
  { path, attempts, startedAt, endedAt }: Task,
  { tasks = [], state }: Execution,
  verb: 'ran' | 'waited',
): string {
  const end = path.lastIndexOf('/');
  const inside = end < 0 ? '' : `, inside ${path.slice(0, end)},`;
  const count = attempts?.at(-1)?.number;
  const tries = count === undefined ? '' : `, in ${count} attempts`;
  const took = endedAt === undefined ? '' : ` for ${formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}`;
  const done = tasks.filter((task) => task.state === 'SUCCESS' && task.parent === undefined).length;
  const others = done === 0 ? '' : ` ${done === 1 ? 'One other task' : `${done} other tasks`} succeeded.`;
  const ending = state === 'WARNING' ? ' The flow allows this failure, so the execution continued.' : '';
  return `The task ${path.slice(end + 1)}${inside} ${verb}${took}${tries}.${others}${ending}`;
}

const executionId = /\b([0-9A-HJKMNP-TV-Z]{26})\b/;

/** A reason, in which each execution is a link. */
function LinkedReason({ reason }: { readonly reason: string }) {
  return reason.split(executionId).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts never change their order.
      <Link key={index} {...executionPage(part)}>
        {part}
      </Link>
    ),
  );
}
