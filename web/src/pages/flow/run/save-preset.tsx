import { useState } from 'react';
import { unwrap } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { pathOf, presetsQuery, type FlowKey } from '../../../api/flow-queries.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorBox } from '../../../components/callout.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import type { RunContent } from './run-request.ts';

export interface SavePresetProps {
  readonly flow: FlowKey;
  /** The name of the preset that is in the form, which is replaced by default. */
  readonly name: string | undefined;
  readonly content: RunContent;
  readonly onSaved: (name: string) => void;
}

/** Saves the values of the form under a name, for everyone who may run the flow. */
export function SavePreset({ flow, name, content, onSaved }: SavePresetProps) {
  const [draft, setDraft] = useState<string>();
  const text = draft?.trim() ?? '';
  const save = useAction({
    run: () =>
      unwrap(
        api.PUT('/flows/{namespace}/{flow_id}/presets/{preset}', {
          params: { path: { ...pathOf(flow), preset: text } },
          body: { inputs: { ...content.inputs }, labels: { ...content.labels } },
        }),
      ),
    invalidates: [presetsQuery(flow).queryKey],
    done: () => `Saved ${text}`,
    onDone: () => {
      setDraft(undefined);
      onSaved(text);
    },
  });
  const close = () => {
    setDraft(undefined);
    save.dismiss();
  };
  return (
    <>
      <Button onPress={() => setDraft(name ?? '')}>Save as preset</Button>
      <Dialog
        title="Save as preset"
        isOpen={draft !== undefined}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button variant="primary" isDisabled={text === ''} isBusy={save.isBusy} onPress={() => save.start()}>
              Save
            </Button>
          </>
        }
      >
        <p>Everyone who can read this flow can use it. Secrets and files are not saved.</p>
        <TextField label="Name" value={draft ?? ''} onChange={setDraft} />
        <ErrorBox what="Could not save the preset" problem={save.problem} />
      </Dialog>
    </>
  );
}
