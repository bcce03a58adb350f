import { useState } from 'react';
import type { Right } from '../../api/may.ts';
import { queryKeys } from '../../api/read.ts';
import { createToken, type MadeToken } from '../../api/token-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { Callout, ErrorBox } from '../../components/callout.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { describedBy, Field, Select, TextField } from '../../components/field.tsx';
import { lifetimes, problemsOf, requestOf, tokenRights, usedByChoices, type TokenForm } from './token-form.ts';

const emptyForm: TokenForm = { name: '', namespaces: '', rights: [], usedBy: 'http', lifetime: '90' };

interface CreateTokenProps {
  readonly onMade: (made: MadeToken) => void;
  readonly onClose: () => void;
}

/** Asks for name, scope and expiry, and creates the token. */
export function CreateToken({ onMade, onClose }: CreateTokenProps) {
  const [form, setForm] = useState(emptyForm);
  const [isChecked, setChecked] = useState(false);
  const create = useAction<void, MadeToken>({
    run: () => createToken(requestOf(form, Date.now())),
    invalidates: [queryKeys.tokens],
    onDone: onMade,
  });
  const found = problemsOf(form);
  // No problems are shown before the first attempt to send.
  const problems = isChecked ? found : {};
  const change = (changed: Partial<TokenForm>) => setForm({ ...form, ...changed });
  const send = () => {
    setChecked(true);
    if (Object.keys(found).length === 0) create.start();
  };
  return (
    <Dialog
      title="Create an API token"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="create-token" isBusy={create.isBusy}>
            Create
          </Button>
        </>
      }
    >
      <form
        id="create-token"
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label="Name"
          isRequired
          autoFocus
          hint="What it is for, such as ci. The audit trail shows its actions under this name."
          value={form.name}
          problem={problems.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label="Namespaces"
          isRequired
          hint="One or more. robotics.* matches everything below robotics; * matches all namespaces."
          value={form.namespaces}
          problem={problems.namespaces}
          onChange={(namespaces) => change({ namespaces })}
        />
        <RightsChoice value={form.rights} problem={problems.rights} onChange={(rights) => change({ rights })} />
        <Select label="Used by" options={usedByChoices} value={form.usedBy} onChange={(usedBy) => change({ usedBy })} />
        <Select
          label="Expires"
          options={lifetimes}
          value={form.lifetime}
          onChange={(lifetime) => change({ lifetime })}
        />
        <p className="muted">It never has more rights than you do.</p>
      </form>
      <ErrorBox what="Could not create the token" problem={create.problem} />
    </Dialog>
  );
}

const meanings: Readonly<Record<Right, string>> = {
  read: 'flows, executions and logs',
  write: 'create, change and delete flows',
  execute: 'run and stop flows',
};

interface RightsChoiceProps {
  readonly value: readonly Right[];
  readonly onChange: (value: readonly Right[]) => void;
  readonly problem?: string;
}

/** A checkbox for each right. */
function RightsChoice({ value, onChange, problem }: RightsChoiceProps) {
  const texts = { id: 'token-rights', problems: problem === undefined ? [] : [problem] };
  return (
    <Field {...texts} label="Rights" isRequired group={{ 'aria-describedby': describedBy(texts) }}>
      {tokenRights.map((right) => (
        <label key={right} className="inline gap-8">
          <input
            type="checkbox"
            checked={value.includes(right)}
            onChange={({ target: { checked } }) =>
              onChange(tokenRights.filter((each) => (each === right ? checked : value.includes(each))))
            }
          />
          <span>
            {right} <span className="muted">{meanings[right]}</span>
          </span>
        </label>
      ))}
    </Field>
  );
}

/** The text of a new token, which is shown only here. A click outside does not close it, so that the text is not lost. */
export function MadeTokenDialog({ made, onDone }: { readonly made: MadeToken; readonly onDone: () => void }) {
  return (
    <Dialog
      title={`Token ${made.name}`}
      isOpen
      actions={
        <Button variant="primary" onPress={onDone}>
          I have copied it
        </Button>
      }
    >
      <Callout tone="success" title="Copy the token now: it is shown only once">
        <CodeBlock text={made.token} what="token" isWhole />
      </Callout>
      <p>
        Store it as a secret in your CI, in the variable <code>FLOWGATE_TOKEN</code>; the command <code>flowgate</code>{' '}
        uses it. Other programs send the header <code>Authorization: Bearer</code> and the token.
      </p>
    </Dialog>
  );
}
