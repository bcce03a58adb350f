import { useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../../../../src/api-client/operation-types.ts';
import { restoreRevision } from '../../../api/flow-changes.ts';
import { flowQuery } from '../../../api/flow-queries.ts';
import { queryKeys } from '../../../api/read.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';

export interface RestoreButtonProps {
  readonly flow: Schema<'Flow'>;
  readonly revision: number;
  /** Whether the latest revision has the same text. */
  readonly isCurrent: boolean;
  readonly onRestored: (flow: Schema<'Flow'>) => void;
}

/** Makes an earlier revision the newest, after confirmation. */
export function RestoreButton({ flow, revision, isCurrent, onRestored }: RestoreButtonProps) {
  const client = useQueryClient();
  const { revision: latest } = flow;
  return (
    <ConfirmButton
      text="Restore"
      variant="quiet"
      isDisabled={isCurrent}
      aria-label={`Restore revision ${revision}`}
      title={`Restore revision ${revision}?`}
      confirm="Restore"
      isDangerous={false}
      failure="Could not restore the revision"
      action={{
        run: () => restoreRevision(flow, { revision, latest }),
        invalidates: [queryKeys.flows],
        done: (restored) => `Restored revision ${revision} as revision ${restored.revision}`,
        onDone: (restored) => {
          client.setQueryData(flowQuery(flow).queryKey, restored);
          onRestored(restored);
        },
      }}
    >
      <p>
        Its text becomes revision {latest + 1}, which runs from then on. All revisions are kept, so you can undo this.
      </p>
    </ConfirmButton>
  );
}
