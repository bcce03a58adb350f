import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseBody, Schema } from '../../../../../src/api-client/operation-types.ts';
import { queryKeys } from '../../../api/read.ts';
import { useAction } from '../../../api/use-action.ts';
import { executionPage, flowPage } from '../../../links.ts';
import { RunKey } from '../run/run-key.ts';
import { checkValues, startRun } from '../run/run-request.ts';

/** Starts a revision at once if it needs no values, and shows the execution. Otherwise opens the form. */
export function useRunNow({ namespace, id: flowId }: Schema<'FlowKey'>) {
  const navigate = useNavigate();
  const [key] = useState(() => new RunKey());
  return useAction<number, ResponseBody<'runFlow'> | undefined>({
    run: async (revision) => {
      const target = { namespace, flowId, revision };
      const problems = await checkValues(target, {});
      return problems.size > 0 ? undefined : startRun(target, { inputs: {}, labels: {} }, key.of(String(revision)));
    },
    invalidates: [queryKeys.executions, queryKeys.flows],
    onDone: (execution) =>
      void (execution === undefined
        ? navigate({ ...flowPage({ namespace, id: flowId }), search: { tab: 'run' } })
        : navigate(executionPage(execution.id))),
  });
}
