import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { asProblem, unwrap } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import type { Execution } from '../../../api/execution-queries.ts';
import { flowQuery } from '../../../api/flow-queries.ts';
import { queryKeys } from '../../../api/read.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorBox } from '../../../components/callout.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Select } from '../../../components/field.tsx';
import { showToast } from '../../../components/toasts.tsx';
import { executionPage } from '../../../links.ts';
import type { FormInput } from '../../flow/run/form-input.ts';
import { RunFields } from '../../flow/run/run-fields.tsx';
import { RunKey } from '../../flow/run/run-key.ts';
import { valueProblems } from '../../flow/run/run-request.ts';
import { useFocusOnProblem, useRunForm } from '../../flow/run/use-run-form.ts';
import '../../flow/run/run-form.css';

interface RestartDialogProps {
  readonly execution: Execution;
  readonly from: string | undefined;
  readonly onClose: () => void;
}

/** Says what a restart keeps, and asks for the secrets that are no longer stored. */
export function RestartDialog({ execution, from, onClose }: RestartDialogProps) {
  const { id: executionId, namespace, flowId, revision } = execution;
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = useRef(new RunKey());
  const { data: flow } = useQuery(flowQuery({ namespace, id: flowId }));
  const [isLatest, setLatest] = useState(false);
  // Only the gateway knows which secrets are still stored.
  const [secrets, setSecrets] = useState<readonly FormInput[]>([]);
  const target = useMemo(() => ({ namespace, flowId, revision }), [namespace, flowId, revision]);
  const form = useRunForm({ inputs: secrets, initial: new Map() });
  const { problems, failure, isBusy, attempts } = form;
  useFocusOnProblem(secrets, problems, attempts);
  const restart = () =>
    form.submit(async (inputs) => {
      const body = { from, inputs, ...(isLatest && { revision: flow?.revision }) };
      const params = {
        path: { execution_id: executionId },
        header: { 'Idempotency-Key': key.current.of(JSON.stringify(body)) },
      };
      const started = await unwrap(api.POST('/executions/{execution_id}/restart', { params, body })).catch(
        (error: unknown) => {
          const asked = [...valueProblems(asProblem(error)).keys()];
          setSecrets((before) => [
            ...before,
            ...asked.filter((id) => before.every((each) => each.id !== id)).map(secretInput),
          ]);
          throw error;
        },
      );
      showToast(from === undefined ? 'Restarted' : `Restarted from ${from}`);
      void client.invalidateQueries({ queryKey: queryKeys.executions });
      void navigate(executionPage(started.id));
    });
  return (
    <Dialog
      title={from === undefined ? 'Restart where it stopped?' : `Restart from ${from}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isBusy={isBusy} onPress={restart}>
            Restart
          </Button>
        </>
      }
    >
      <p>Keeps the outputs and output files of the tasks before it; everything else in the workspace is gone.</p>
      <p className="muted">To run all tasks, choose “Run again from the beginning” instead.</p>
      {flow !== undefined && revision !== undefined && flow.revision !== revision && (
        <Select
          label="Revision of the flow"
          options={[
            { value: 'same', text: `${revision}, as before` },
            { value: 'latest', text: `${flow.revision}, the latest` },
          ]}
          value={isLatest ? 'latest' : 'same'}
          onChange={(chosen) => setLatest(chosen === 'latest')}
        />
      )}
      {secrets.length > 0 && <p>These secrets are no longer stored. Enter them again.</p>}
      <RunFields form={form} inputs={secrets} target={target} />
      <ErrorBox what="Could not restart the execution" problem={failure} />
    </Dialog>
  );
}

function secretInput(id: string): FormInput {
  return { id, title: id, type: 'SECRET', isRequired: true, values: [] };
}
