import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';

export interface LeaveDialogProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks whether to leave unsaved changes. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  return (
    <Dialog
      title="Leave without saving?"
      isOpen
      onClose={onStay}
      actions={
        <>
          <Button onPress={onLeave}>Leave</Button>
          <Button variant="primary" onPress={onStay}>
            Stay
          </Button>
        </>
      }
    >
      <p>Your changes are kept in this browser as a draft and offered when you come back.</p>
    </Dialog>
  );
}
