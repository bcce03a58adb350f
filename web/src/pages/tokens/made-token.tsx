import type { MadeToken } from '../../api/token-queries.ts';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';

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
