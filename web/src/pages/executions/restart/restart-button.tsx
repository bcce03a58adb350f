import { Suspense, useState } from 'react';
import type { Execution } from '../../../api/execution-queries.ts';
import { useMay } from '../../../api/use-may.ts';
import { Button } from '../../../components/button.tsx';
import { loadedPart } from '../../../load-part.ts';

// Few executions are restarted, and the fields of secrets are large.
const RestartDialog = loadedPart(() => import('./restart-dialog.tsx'), 'RestartDialog');

export interface RestartButtonProps {
  readonly execution: Execution;
  /** The id of a task of the flow itself; by default, the first that did not succeed. */
  readonly from: string | undefined;
  readonly text: string;
}

/** Starts an execution again at a task. */
export function RestartButton({ execution, from, text }: RestartButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay()('execute', execution.namespace)) return undefined;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{text}</Button>
      {isOpen && (
        <Suspense>
          <RestartDialog {...{ execution, from }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
