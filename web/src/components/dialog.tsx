import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import './dialog.css';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called for Escape and a click outside; without it, only its buttons close the dialog. */
  readonly onClose?: () => void;
  /** Whether it is as wide as its content needs. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
  /** The buttons, the main one last; one that closes the dialog by default. */
  readonly actions?: ReactNode;
}

/** A modal dialog; returns the focus when it closes. */
export function Dialog({ title, isOpen, onClose, isWide = false, children, actions }: DialogProps) {
  return (
    <ModalOverlay
      className="dialog-overlay"
      isOpen={isOpen}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
    >
      <Modal className={`dialog floating ${isWide ? 'dialog-wide' : ''}`}>
        <AriaDialog>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <div className="dialog-body stack">{children}</div>
          <div className="row at-end">{actions ?? <Button onPress={onClose}>Close</Button>}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
