import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { flowName } from '../../../../src/language/flow/flow-key.ts';
import { deleteFlow } from '../../api/flow-changes.ts';
import { queryKeys } from '../../api/read.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/callout.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';

export interface DeleteDialogProps {
  readonly flow: Schema<'FlowKey'> & { readonly revision: number };
  /** Whether it was deleted already, so that only its history remains. */
  readonly isPurge?: boolean;
  readonly onClose: () => void;
}

/** Deletes a flow; with its history only after its id was typed. */
export function DeleteDialog({ flow, isPurge = false, onClose }: DeleteDialogProps) {
  const { id, revision } = flow;
  const navigate = useNavigate();
  const [purge, setPurge] = useState(isPurge);
  const [typed, setTyped] = useState('');
  const remove = useAction({
    run: () => deleteFlow(flow, { purge, latest: revision }),
    invalidates: [queryKeys.flows],
    done: () => `Deleted ${flowName(flow)}`,
    onDone: () => void navigate({ to: '/ui/flows' }),
  });
  return (
    <Dialog
      title={`Delete ${flowName(flow)}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="danger"
            isDisabled={purge && typed !== id}
            isBusy={remove.isBusy}
            onPress={() => remove.start()}
          >
            {purge ? 'Delete with its history' : 'Delete'}
          </Button>
        </>
      }
    >
      <p>
        {purge
          ? 'The flow and all its revisions are removed. This cannot be undone.'
          : 'It no longer runs. Its history is kept, so you can restore it on this page.'}
      </p>
      {!isPurge && (
        <label className="inline gap-8">
          <input type="checkbox" checked={purge} onChange={({ target }) => setPurge(target.checked)} />
          Remove its history too
        </label>
      )}
      {purge && <TextField label={`Type ${id} to confirm`} value={typed} onChange={setTyped} />}
      <ErrorBox what="Could not delete the flow" problem={remove.problem} />
    </Dialog>
  );
}
