import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { unwrap } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { pathOf } from '../../../api/flow-queries.ts';
import { queryKeys } from '../../../api/read.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay, useMayChange } from '../../../api/use-may.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorBox } from '../../../components/callout.tsx';
import { executionPage } from '../../../links.ts';
import { loadedPart } from '../../../load-part.ts';
import { RunKey } from '../run/run-key.ts';
import type { Trigger } from './webhook-key.tsx';

const BackfillDialog = loadedPart(() => import('./backfill-dialog.tsx'), 'BackfillDialog');

export interface TriggerActionsProps {
  readonly flow: Schema<'Flow'>;
  readonly trigger: Trigger;
}

/** Enables and disables a trigger; runs a schedule now, or for the ticks that it has missed. */
export function TriggerActions({ flow, trigger: { id, type, disabled } }: TriggerActionsProps) {
  const may = useMay();
  const mayChange = useMayChange(flow);
  const navigate = useNavigate();
  const [key] = useState(() => new RunKey());
  const [isBackfilling, setBackfilling] = useState(false);
  const path = { ...pathOf(flow), trigger_id: id };
  const toggle = useAction({
    run: () =>
      unwrap(
        disabled
          ? api.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/enable', { params: { path } })
          : api.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/disable', { params: { path } }),
      ),
    invalidates: [queryKeys.flows],
    done: ({ revision }) => `${disabled ? 'Enabled' : 'Disabled'} ${id} in revision ${revision}`,
  });
  const run = useAction({
    run: () => {
      const params = { path, header: { 'Idempotency-Key': key.of(id) } };
      return unwrap(api.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/run', { params }));
    },
    invalidates: [queryKeys.executions, queryKeys.flows],
    onDone: (execution) => void navigate(executionPage(execution.id)),
  });
  const mayRun = may('execute', flow.namespace);
  if (!mayRun) return undefined;
  return (
    <>
      <div className="row">
        {mayChange && (
          <Button
            isBusy={toggle.isBusy}
            aria-label={`${disabled ? 'Enable' : 'Disable'} ${id}`}
            onPress={() => toggle.start()}
          >
            {disabled ? 'Enable' : 'Disable'}
          </Button>
        )}
        {type === 'schedule' && (
          <>
            <Button isBusy={run.isBusy} aria-label={`Run now: ${id}`} onPress={() => run.start()}>
              Run now
            </Button>
            <Button aria-label={`Backfill ${id}`} onPress={() => setBackfilling(true)}>
              Backfill…
            </Button>
          </>
        )}
      </div>
      <ErrorBox what={`Could not ${disabled ? 'enable' : 'disable'} ${id}`} problem={toggle.problem} />
      <ErrorBox what={`Could not run ${id}`} problem={run.problem} />
      {isBackfilling && (
        <Suspense>
          <BackfillDialog flow={flow} triggerId={id} onClose={() => setBackfilling(false)} />
        </Suspense>
      )}
    </>
  );
}
