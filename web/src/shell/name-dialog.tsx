import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { chooseName, chosenName } from '../api/session.ts';
import { whoAmIQuery } from '../api/system-queries.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';

const skippedKey = 'flowgate.nameless';

/** Asks once for a name, where no proxy identifies the user. */
export function NameDialog() {
  const client = useQueryClient();
  const { data } = useQuery(whoAmIQuery());
  const [name, setName] = useState('');
  const [isSkipped, setSkipped] = useState(() => sessionStorage.getItem(skippedKey) !== null);
  const isOpen =
    data?.subject === undefined && data?.mayChooseName === true && chosenName() === undefined && !isSkipped;
  const skip = () => {
    sessionStorage.setItem(skippedKey, 'yes');
    setSkipped(true);
  };
  const choose = () => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    chooseName(trimmed);
    void client.invalidateQueries();
    setSkipped(true);
  };
  return (
    <Dialog
      title="Who are you?"
      isOpen={isOpen}
      onClose={skip}
      actions={
        <>
          <Button onPress={skip}>Just look around</Button>
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
