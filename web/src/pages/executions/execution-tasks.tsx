import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { withoutItems } from '../../../../src/language/execution-plan/task-path.ts';
import { executionOutlineQuery, type Execution } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';
import { ToggleButton } from '../../components/button.tsx';
import { graphState, runsByNode, runToOpen } from '../../graph/graph-states.ts';
import { TaskGraph } from '../../graph/task-graph.tsx';
import { executionPage, flowPage } from '../../links.ts';
import { pendingTasks } from '../../timeline/pending-tasks.ts';
import { TaskTable } from '../../timeline/task-table.tsx';
import type { Task } from '../../timeline/task-tree.ts';
import { Timeline } from '../../timeline/timeline.tsx';
import type { LoadedTasks } from '../../timeline/use-tasks.ts';
import { startersOfChildren } from './starters-of-children.ts';
import { useCalledFlows, type CalledFlow } from './use-called-flows.ts';

type TaskView = 'table' | 'graph';

export interface ExecutionTasksProps {
  readonly execution: Execution;
  readonly loaded: LoadedTasks;
  /** A timeline by default. */
  readonly view: TaskView | undefined;
  readonly onView: (view: TaskView | undefined) => void;
  readonly chosen: { readonly path: string | undefined; readonly attempt: number | undefined };
  readonly onChoose: (path: string, attempt?: number) => void;
  readonly waits: ReadonlySet<string>;
}

const views = { table: 'Table', timeline: 'Timeline', graph: 'Graph' } as const;
const none: readonly Schema<'OutlineNode'>[] = [];

/** The tasks of an execution, also those that have not begun, as a table, a timeline or a graph. */
export function ExecutionTasks(props: ExecutionTasksProps) {
  const { execution, loaded, view, onView, chosen, onChoose, waits } = props;
  const { id, source, restartOf } = execution;
  const { tasks } = loaded;
  const hasEnded = isFinal(execution.state);
  // Who may not read the source may not read its outline either.
  const { data } = useQuery({ ...executionOutlineQuery(id), enabled: source !== undefined });
  const nodes = data?.nodes ?? none;
  const pending = useMemo(() => (hasEnded ? none : pendingTasks(nodes, tasks)), [hasEnded, nodes, tasks]);
  const called = useCalledFlows(execution);
  const noteOf = useCallback(
    ({ path, state, parent }: Task) =>
      state === 'KEPT' && parent === undefined && restartOf !== undefined ? (
        <Link className="timeline-note small cut" {...executionPage(restartOf)}>
          kept from {restartOf.slice(-6)}
        </Link>
      ) : startersOfChildren(execution).has(path) ? (
        <Link className="timeline-note small cut" to="/ui/executions" search={{ parent: id }}>
          child executions
        </Link>
      ) : (
        <CalledFlowLink flow={called(path)} />
      ),
    [called, execution, id, restartOf],
  );
  const isEmpty = tasks.length + pending.length === 0;
  const shown = view === 'graph' && nodes.length === 0 ? undefined : view;
  return (
    <section>
      <div className="execution-part-head row apart">
        <h2>Tasks</h2>
        {(!isEmpty || nodes.length > 0) && (
          <div role="group" aria-label="View of the tasks" className="row gap-4">
            {Object.entries(views).map(([name, text]) => (
              <ToggleButton
                key={name}
                isOn={name === (shown ?? 'timeline')}
                // The keys are views, and the timeline.
                onChange={() => onView(name === 'timeline' ? undefined : (name as TaskView))}
              >
                {text}
              </ToggleButton>
            ))}
          </div>
        )}
      </div>
      {shown === 'graph' ? (
        <Graph {...props} nodes={nodes} />
      ) : isEmpty ? (
        <p className="muted">{hasEnded ? 'No tasks started.' : 'No tasks have started yet.'}</p>
      ) : shown === 'table' ? (
        <TaskTable {...loaded} pending={pending} onChoose={onChoose} />
      ) : (
        <Timeline {...loaded} pending={pending} chosen={chosen} onChoose={onChoose} waits={waits} noteOf={noteOf} />
      )}
    </section>
  );
}

type GraphProps = ExecutionTasksProps & { readonly nodes: readonly Schema<'OutlineNode'>[] };

function Graph({ execution, loaded: { tasks }, chosen, onChoose, waits, nodes }: GraphProps) {
  const runs = useMemo(() => runsByNode(tasks), [tasks]);
  const hasEnded = isFinal(execution.state);
  return (
    <div className="execution-graph">
      <TaskGraph
        nodes={nodes}
        label="Tasks of the execution"
        stateOf={(path) => graphState(runs.get(path), { hasEnded, waits })}
        chosen={chosen.path === undefined ? undefined : withoutItems(chosen.path)}
        onChoose={(path) => {
          const run = runToOpen(runs.get(path));
          if (run !== undefined) onChoose(run.path);
        }}
      />
    </div>
  );
}

/** The flow that a task calls. */
function CalledFlowLink({ flow }: { readonly flow: CalledFlow | undefined }) {
  if (flow === undefined) return undefined;
  const { namespace, id, revision } = flow;
  return (
    <Link
      className="timeline-note small cut"
      {...flowPage({ namespace, id })}
      search={{ tab: 'source', ...(revision !== undefined && { revision: String(revision) }) }}
      title={`The flow ${namespace}/${id}${revision === undefined ? '' : `, revision ${revision}`}`}
    >
      {namespace}/{id}
    </Link>
  );
}
