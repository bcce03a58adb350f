import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readJson, writeJson } from '../../../../../src/base/text/exact-json.ts';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { asProblem, unwrap, type ApiProblem } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { hasApproved, type Execution } from '../../../api/execution-queries.ts';
import { queryKeys } from '../../../api/read.ts';
import { useSubject } from '../../../api/use-may.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorBox } from '../../../components/callout.tsx';
import { showToast } from '../../../components/toasts.tsx';
import { formInputs } from '../../flow/run/form-input.ts';
import { firstValues } from '../../flow/run/form-values.ts';
import { ProblemSummary } from '../../flow/run/problem-summary.tsx';
import { RunFields } from '../../flow/run/run-fields.tsx';
import { useFocusOnProblem, useRunForm } from '../../flow/run/use-run-form.ts';
import type { WaitingFor } from './wait-texts.ts';
import '../../flow/run/run-form.css';

export interface DecisionFormProps {
  readonly execution: Execution;
  readonly waitingFor: WaitingFor;
  /** Called when somebody else was faster. */
  readonly onConflict: (problem: ApiProblem) => void;
}

const noInputs: Schema<'InputSchema'> = { type: 'object', properties: {}, required: [] };

/** The form of an approval, with the same fields as the form that runs a flow, and the buttons that decide. */
export function DecisionForm({ execution, waitingFor, onConflict }: DecisionFormProps) {
  const { id: executionId, namespace, flowId, revision } = execution;
  const { task, schema = noInputs, approvers, approvals = [] } = waitingFor;
  const client = useQueryClient();
  const isSecond = hasApproved(execution, useSubject());
  // The record is read again every few seconds; the form stays the same.
  const schemaText = writeJson(schema);
  const inputs = useMemo(() => formInputs(readJson(schemaText) as Schema<'InputSchema'>), [schemaText]); // of a flow
  const initial = useMemo(() => firstValues(inputs), [inputs]);
  const target = useMemo(() => ({ namespace, flowId, revision, task }), [namespace, flowId, revision, task]);
  const form = useRunForm({ inputs, initial });
  const { visible, problems, failure, isBusy, attempts } = form;
  useFocusOnProblem(visible, problems, attempts);
  const decide = (decision: Schema<'Decision'>) =>
    form.submit(async (given) => {
      const params = { path: { execution_id: executionId } };
      const body = { task, decision, inputs: given };
      try {
        await unwrap(api.POST('/executions/{execution_id}/decision', { params, body }));
        const missing = (approvers?.count ?? 1) - approvals.length - 1;
        showToast(
          decision === 'REJECT' ? 'Rejected' : missing > 0 ? `Approved; ${missing} more must approve` : 'Approved',
        );
      } catch (error) {
        const problem = asProblem(error);
        if (problem.status !== 409) throw problem;
        onConflict(problem);
      }
      // The buttons are about to go.
      document.querySelector('h1')?.focus();
      await client.invalidateQueries({ queryKey: queryKeys.executions });
    });
  return (
    <form
      className="run-form stack"
      aria-label="Decide"
      noValidate
      autoComplete="off"
      // Enter in a field must not decide by accident.
      onSubmit={(event) => event.preventDefault()}
    >
      {attempts > 0 && problems.size > 0 && <ProblemSummary inputs={visible} problems={problems} />}
      <RunFields form={form} inputs={visible} target={target} />
      <ErrorBox what="Could not record the decision" problem={failure} />
      <div className="row gap-12">
        <Button variant="primary" isDisabled={isSecond} isBusy={isBusy} onPress={() => decide('APPROVE')}>
          Approve
        </Button>
        <Button isBusy={isBusy} onPress={() => decide('REJECT')}>
          Reject
        </Button>
        {isSecond && <span>You have approved, and others must too. You can still reject.</span>}
      </div>
    </form>
  );
}
