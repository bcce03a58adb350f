import { useState } from 'react';
import { chooseName, chosenName } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import type { ShellDialogProps } from './shown-dialog.ts';

/** Chooses a name, where nobody else identifies the user. */
export function NameDialog({ onClose }: ShellDialogProps) {
  const [name, setName] = useState(chosenName() ?? '');
  const choose = () => {
    const trimmed = name.trim();
    if (trimmed === '' || problemOf(trimmed) !== undefined) return;
    chooseName(trimmed);
    // Everything on the page may differ for another user.
    location.reload();
  };
  return (
    <Dialog
      title="Who are you?"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={choose}>
            Continue
          </Button>
        </>
      }
    >
      <p>Flowgate records who changes and runs flows. This gateway runs on your machine and does not check the name.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <TextField label="Your name" value={name} onChange={setName} problem={problemOf(name)} autoFocus isRequired />
      </form>
    </Dialog>
  );
}

/** The name travels in a header. */
function problemOf(name: string): string | undefined {
  return /^[\u0020-\u007e]{0,255}$/.test(name) ? undefined : 'Use at most 255 ASCII characters.';
}
