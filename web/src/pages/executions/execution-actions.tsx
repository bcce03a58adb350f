import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { Execution } from '../../api/execution-queries.ts';
import { isFinal } from '../../api/execution-states.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMay } from '../../api/use-may.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorBox } from '../../components/error-box.tsx';

/** Stop while it runs, replay or delete once it has ended. */
export function ExecutionActions({ execution }: { readonly execution: Execution }) {
  const may = useMay();
  const mayExecute = may('execute', execution.namespace);
  if (!isFinal(execution.state)) return mayExecute ? <StopButton execution={execution} /> : undefined;
  return (
    <>
      {mayExecute && <ReplayButton execution={execution} />}
      {may('write', execution.namespace) && <DeleteButton execution={execution} />}
    </>
  );
}

function StopButton({ execution: { id, stop: stopped } }: { readonly execution: Execution }) {
  const [isAsking, setAsking] = useState(false);
  const stop = useAction({
    run: () => unwrap(api.POST('/executions/{execution_id}/stop', { params: { path: { execution_id: id } } })),
    invalidates: [queryKeys.executions],
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button look="danger" isDisabled={stopped !== undefined} onPress={() => setAsking(true)}>
        {stopped === undefined ? 'Stop' : 'Stopping…'}
      </Button>
      <Dialog
        title="Stop this execution?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>Let it run</Button>
            <Button look="danger" isBusy={stop.isBusy} onPress={() => stop.start()}>
              Stop it
            </Button>
          </>
        }
      >
        <p>
          The task that runs now is ended; the tasks after it do not start. Tasks in <code>finally</code> still run, for
          example to clean up.
        </p>
        {stop.problem !== undefined && <ErrorBox what="It could not be stopped" problem={stop.problem} />}
      </Dialog>
    </>
  );
}

function DeleteButton({ execution: { id, build } }: { readonly execution: Execution }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const deletion = useAction({
    run: () => unwrap(api.DELETE('/executions/{execution_id}', { params: { path: { execution_id: id } } })),
    invalidates: [queryKeys.executions],
    done: () => `Deleted ${id}`,
    onDone: () => void navigate({ to: '/ui/executions' }),
  });
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        Delete…
      </Button>
      <Dialog
        title="Delete this execution?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>Keep it</Button>
            <Button look="danger" isBusy={deletion.isBusy} onPress={() => deletion.start()}>
              Delete it
            </Button>
          </>
        }
      >
        <p>
          Its record, log, outputs and artifacts are removed for good.
          {build !== undefined && ' Its build in Jenkins stays.'}
        </p>
        {deletion.problem !== undefined && <ErrorBox what="It could not be deleted" problem={deletion.problem} />}
      </Dialog>
    </>
  );
}

function ReplayButton({ execution: { id, namespace, flowId } }: { readonly execution: Execution }) {
  const navigate = useNavigate();
  const replay = useAction({
    run: () => unwrap(api.POST('/executions/{execution_id}/replay', { params: { path: { execution_id: id } } })),
    invalidates: [queryKeys.executions],
    done: () => 'Runs again, with the same inputs and revision',
    onDone: (created) => void navigate({ to: '/ui/executions/$executionId', params: { executionId: created.id } }),
  });
  const withChanges = (
    <Link
      className="button"
      to="/ui/flows/$namespace/$flowId"
      params={{ namespace, flowId }}
      search={{ tab: 'run', replay: id }}
    >
      Run again with changes…
    </Link>
  );
  return (
    <>
      <Button isBusy={replay.isBusy} onPress={() => replay.start()}>
        Run again
      </Button>
      {withChanges}
      <Dialog
        title="It could not run again"
        isOpen={replay.problem !== undefined}
        onClose={replay.dismiss}
        actions={
          <>
            <Button onPress={replay.dismiss}>Close</Button>
            {withChanges}
          </>
        }
      >
        {replay.problem !== undefined && <ErrorBox what="The same inputs are not enough" problem={replay.problem} />}
        <p>Secrets are not kept. With changes, you can type them again.</p>
      </Dialog>
    </>
  );
}
