import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { loadedPart } from '../../../load-part.ts';

// Rarely needed, and dialogs are large.
const LeaveDialog = loadedPart(() => import('./leave-dialog.tsx'), 'LeaveDialog');

/** Asks before a page with unsaved changes is left. Another tab of the same page does not count. */
export function LeaveGuard({ isDirty }: { readonly isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog onLeave={blocker.proceed} onStay={blocker.reset} />
    </Suspense>
  );
}
