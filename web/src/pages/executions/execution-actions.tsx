import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import { previousExecutionQuery, type Execution } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';
import { queryKeys } from '../../api/read.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../api/use-may.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { executionPage, flowPage } from '../../links.ts';
import { canRestart } from './restart/restart-task.ts';

/** Stop while it runs, replay or delete once it has ended. */
export function ExecutionActions({ execution }: { readonly execution: Execution }) {
  const may = useMay();
  const mayExecute = may('execute', execution.namespace);
  if (!isFinal(execution.state)) return mayExecute ? <StopButton execution={execution} /> : undefined;
  return (
    <>
      <CompareLink execution={execution} />
      {mayExecute && <ReplayButton execution={execution} />}
      {may('write', execution.namespace) && <DeleteButton execution={execution} />}
    </>
  );
}

function CompareLink({ execution }: { readonly execution: Execution }) {
  const previous = useQuery(previousExecutionQuery(execution)).data?.executions[0];
  if (previous === undefined) return undefined;
  return (
    <Link className="button" to="/ui/compare" search={{ left: previous.id, right: execution.id }}>
      Compare with the previous one
    </Link>
  );
}

function StopButton({ execution: { id, stop: stopped, waitingFor } }: { readonly execution: Execution }) {
  return (
    <ConfirmButton
      text={stopped === undefined ? 'Stop' : 'Stopping…'}
      isDisabled={stopped !== undefined}
      title="Stop this execution?"
      confirm="Stop execution"
      cancel="Keep running"
      failure="Could not stop the execution"
      action={{
        run: () => unwrap(api.POST('/executions/{execution_id}/stop', { params: { path: { execution_id: id } } })),
        invalidates: [queryKeys.executions],
      }}
    >
      <p>
        {waitingFor === undefined ? 'The running task is terminated' : 'The wait ends'}, and later tasks do not start.
        Tasks in <code>finally</code> still run, for example to clean up.
      </p>
    </ConfirmButton>
  );
}

function DeleteButton({ execution: { id, build } }: { readonly execution: Execution }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      text="Delete…"
      title="Delete this execution?"
      confirm="Delete execution"
      cancel="Cancel"
      failure="Could not delete the execution"
      action={{
        run: () => unwrap(api.DELETE('/executions/{execution_id}', { params: { path: { execution_id: id } } })),
        invalidates: [queryKeys.executions],
        done: () => `Deleted ${id}`,
        onDone: () => void navigate({ to: '/ui/executions' }),
      }}
    >
      <p>
        This permanently removes its record, log, outputs and artifacts.
        {build !== undefined && ' The build in Jenkins is kept.'}
      </p>
    </ConfirmButton>
  );
}

function ReplayButton({ execution }: { readonly execution: Execution }) {
  const { id, namespace, flowId } = execution;
  const navigate = useNavigate();
  const replay = useAction({
    run: () => unwrap(api.POST('/executions/{execution_id}/replay', { params: { path: { execution_id: id } } })),
    invalidates: [queryKeys.executions],
    done: () => 'Started again with the same inputs and revision',
    onDone: (created) => void navigate(executionPage(created.id)),
  });
  const withChanges = (
    <Link className="button" {...flowPage({ namespace, id: flowId })} search={{ tab: 'run', replay: id }}>
      Run again with changes…
    </Link>
  );
  return (
    <>
      <Button isBusy={replay.isBusy} onPress={() => replay.start()}>
        {canRestart(execution) ? 'Run again from the beginning' : 'Run again'}
      </Button>
      {withChanges}
      <Dialog
        title="Could not run again"
        isOpen={replay.problem !== undefined}
        onClose={replay.dismiss}
        actions={
          <>
            <Button onPress={replay.dismiss}>Close</Button>
            {withChanges}
          </>
        }
      >
        <ErrorBox what="The recorded inputs are not enough" problem={replay.problem} />
        <p>Secrets are not stored. Run again with changes to enter them.</p>
      </Dialog>
    </>
  );
}
