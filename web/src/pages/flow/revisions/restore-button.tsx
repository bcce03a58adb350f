import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../../../../src/api-client/operation-types.ts';
import { restoreRevision } from '../../../api/flow-changes.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorBox } from '../../../components/error-box.tsx';

export interface RestoreButtonProps {
  readonly flow: Schema<'Flow'>;
  readonly revision: number;
  /** Whether the latest revision has the same text. */
  readonly isCurrent: boolean;
  readonly onRestored: (flow: Schema<'Flow'>) => void;
}

/** Makes an earlier revision the newest, after a question. */
export function RestoreButton({ flow, revision, isCurrent, onRestored }: RestoreButtonProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { namespace, id, revision: latest } = flow;
  const restore = useAction<void, Schema<'Flow'>>({
    run: () => restoreRevision(flow, { revision, latest }),
    invalidates: [queryKeys.flows],
    done: (restored) => `Revision ${restored.revision} restores revision ${revision}`,
    onDone: (restored) => {
      client.setQueryData(queryKeys.flow(namespace, id), restored);
      setAsking(false);
      onRestored(restored);
    },
  });
  const close = () => {
    setAsking(false);
    restore.dismiss();
  };
  return (
    <>
      <Button
        look="quiet"
        isDisabled={isCurrent}
        aria-label={`Restore revision ${revision}`}
        onPress={() => setAsking(true)}
      >
        Restore
      </Button>
      <Dialog
        title={`Restore revision ${revision}?`}
        isOpen={isAsking}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button look="primary" isBusy={restore.isBusy} onPress={() => restore.start()}>
              Restore
            </Button>
          </>
        }
      >
        <p>
          Its text becomes revision {latest + 1} and runs from then on. All revisions stay, so that you can undo this.
        </p>
        {restore.problem !== undefined && <ErrorBox what="The revision was not restored" problem={restore.problem} />}
      </Dialog>
    </>
  );
}
