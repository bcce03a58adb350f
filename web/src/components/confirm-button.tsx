import { useState, type ReactNode } from 'react';
import { useAction, type ActionOptions } from '../api/use-action.ts';
import { Button, type ButtonProps } from './button.tsx';
import { ErrorBox } from './callout.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmButtonProps<Result> extends Pick<ButtonProps, 'variant' | 'isDisabled' | 'aria-label'> {
  readonly text: string;
  /** The title of the dialog, such as `Stop this execution?` Without it, the action starts at once. */
  readonly title: string | undefined;
  /** On the buttons of the dialog. */
  readonly confirm: string;
  readonly cancel?: string;
  /** The title of its failure. */
  readonly failure: string;
  readonly isDangerous?: boolean;
  readonly action: ActionOptions<void, Result>;
  /** What the action does. */
  readonly children: ReactNode;
}

/** A button for an action that starts after confirmation. The dialog stays open if the action fails. */
export function ConfirmButton<Result>({
  text,
  title,
  confirm,
  cancel = 'Cancel',
  failure,
  action,
  children,
  isDangerous = true,
  variant = 'danger',
  ...button
}: ConfirmButtonProps<Result>) {
  const [isOpen, setOpen] = useState(false);
  const { start, isBusy, problem, dismiss } = useAction<void, Result>({
    ...action,
    onDone: (result) => {
      setOpen(false);
      action.onDone?.(result);
    },
  });
  const close = () => {
    setOpen(false);
    dismiss();
  };
  const failed = <ErrorBox what={failure} problem={problem} />;
  return (
    <>
      <Button
        {...button}
        variant={variant}
        isBusy={isBusy && !isOpen}
        onPress={() => (title === undefined ? start() : setOpen(true))}
      >
        {text}
      </Button>
      {!isOpen && failed}
      <Dialog
        title={title ?? text}
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>{cancel}</Button>
            <Button variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onPress={() => start()}>
              {confirm}
            </Button>
          </>
        }
      >
        {children}
        {failed}
      </Dialog>
    </>
  );
}
