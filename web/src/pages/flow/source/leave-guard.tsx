import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';

/** Asks before a page with unsaved changes is left. Another tab of the same page is no leaving. */
export function LeaveGuard({ isDirty }: { readonly isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  return (
    <Dialog
      title="Leave without saving?"
      isOpen={isBlocked}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button onPress={() => blocker.proceed?.()}>Leave</Button>
          <Button look="primary" onPress={() => blocker.reset?.()}>
            Stay
          </Button>
        </>
      }
    >
      <p>Your changes stay in this browser as a draft, and are offered when you come back.</p>
    </Dialog>
  );
}
