import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { setFlowEnabled } from '../../api/flow-changes.ts';
import { queryKeys } from '../../api/read.ts';
import { useAction } from '../../api/use-action.ts';
import { useMayChange, useMaySomewhere } from '../../api/use-may.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { loadedPart } from '../../load-part.ts';

const DeleteDialog = loadedPart(() => import('./delete-dialog.tsx'), 'DeleteDialog');

/** Deletes, disables, enables and duplicates a flow. The last one is where a new flow had its Save. */
export function FlowActions({ flow }: { readonly flow: Schema<'Flow'> }) {
  const { namespace, id, revision, definition } = flow;
  const navigate = useNavigate();
  const mayChange = useMayChange(flow);
  const maySomewhere = useMaySomewhere();
  const [isDeleting, setDeleting] = useState(false);
  const isDisabled = definition.disabled === true;
  const toggle = useAction({
    run: () => setFlowEnabled(flow, { isEnabled: isDisabled, latest: revision }),
    invalidates: [queryKeys.flows],
    done: (changed) => `${isDisabled ? 'Enabled' : 'Disabled'} in revision ${changed.revision}`,
  });
  return (
    <>
      {mayChange && (
        <>
          <Button onPress={() => setDeleting(true)}>Delete…</Button>
          <Button isBusy={toggle.isBusy} onPress={() => toggle.start()}>
            {isDisabled ? 'Enable' : 'Disable'}
          </Button>
          {isDeleting && (
            <Suspense>
              <DeleteDialog flow={flow} onClose={() => setDeleting(false)} />
            </Suspense>
          )}
        </>
      )}
      {maySomewhere('write') && (
        <Button onPress={() => void navigate({ to: '/ui/new-flow', search: { copy: `${namespace}/${id}` } })}>
          Duplicate
        </Button>
      )}
      <ErrorBox what={`Could not ${isDisabled ? 'enable' : 'disable'} the flow`} problem={toggle.problem} />
    </>
  );
}
