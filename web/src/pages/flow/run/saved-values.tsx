import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { unwrap } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { pathOf, presetsQuery } from '../../../api/flow-queries.ts';
import { get } from '../../../api/read.ts';
import { useAction } from '../../../api/use-action.ts';
import { useSubject } from '../../../api/use-may.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorBox } from '../../../components/callout.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Select } from '../../../components/field.tsx';
import type { FormInput } from './form-input.ts';
import { firstValues, requestValues, valueIn } from './form-values.ts';
import { replayedValues } from './replay-changes.ts';
import type { RunTarget } from './run-request.ts';
import { SavePreset } from './save-preset.tsx';
import type { RunForm } from './use-run-form.ts';

const route = getRouteApi('/ui/flows/$namespace/$flowId');

export interface SavedValuesProps {
  readonly target: RunTarget;
  readonly inputs: readonly FormInput[];
  readonly labels: Readonly<Record<string, string>>;
  readonly onLabels: (labels: Readonly<Record<string, string>>) => void;
  readonly form: RunForm;
}

/** Fills the form with the values of the caller's last run, or of a preset; saves and deletes presets. */
export function SavedValues({ target, inputs, labels, onLabels, form }: SavedValuesProps) {
  const flow = { namespace: target.namespace, id: target.flowId };
  const { preset: chosen = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery(presetsQuery(flow));
  const presets = data?.presets ?? [];
  const [applied, setApplied] = useState('');
  const preset = presets.find(({ name }) => name === chosen);
  useEffect(() => {
    if (preset === undefined || applied === chosen) return;
    setApplied(chosen);
    form.fillIn(new Map([...firstValues(inputs), ...presetValues(inputs, preset.inputs)]));
    onLabels(preset.labels);
  });
  const choose = (name: string) => {
    setApplied('');
    void navigate({ search: (before) => ({ ...before, preset: name === '' ? undefined : name }), replace: true });
  };
  const last = useLastValues(target, (recorded) => form.fillIn(replayedValues(inputs, recorded)));
  const values = requestValues(
    inputs.filter(({ type }) => type !== 'SECRET' && type !== 'FILE'),
    form.values,
    'check',
  ).inputs;
  return (
    <div className="stack gap-8">
      <div className="run-values row">
        <Button isBusy={last.isBusy} onPress={() => last.start()}>
          Use my last values
        </Button>
        {presets.length > 0 && (
          <Select
            label="Preset"
            isLabelHidden
            value={preset === undefined ? '' : chosen}
            options={[
              { value: '', text: 'Choose a preset…' },
              ...presets.map(({ name }) => ({ value: name, text: name })),
            ]}
            onChange={choose}
          />
        )}
        {preset !== undefined && (
          <>
            <CopyButton text={() => location.href} what={`a link to the preset ${chosen}`} />
            <ConfirmButton
              text="Delete preset"
              variant="plain"
              title={`Delete the preset ${chosen}?`}
              confirm="Delete"
              failure="Could not delete the preset"
              action={{
                run: () =>
                  unwrap(
                    api.DELETE('/flows/{namespace}/{flow_id}/presets/{preset}', {
                      params: { path: { ...pathOf(flow), preset: chosen } },
                    }),
                  ),
                invalidates: [presetsQuery(flow).queryKey],
                done: () => `Deleted ${chosen}`,
                onDone: () => choose(''),
              }}
            >
              <p>Nobody can use it any more.</p>
            </ConfirmButton>
          </>
        )}
        <SavePreset flow={flow} name={preset?.name} content={{ inputs: values, labels }} onSaved={choose} />
      </div>
      <ErrorBox what="Could not load your last values" problem={last.problem} />
    </div>
  );
}

function presetValues(inputs: readonly FormInput[], given: Readonly<Record<string, unknown>>) {
  return replayedValues(
    inputs.filter(({ id }) => valueIn(given, id) !== undefined),
    given,
  );
}

/** The inputs of the newest execution of the flow that the caller started. */
function useLastValues(
  { namespace, flowId }: RunTarget,
  onLoad: (recorded: Readonly<Record<string, unknown>>) => void,
) {
  const actor = useSubject();
  return useAction({
    run: async () => {
      const query = { namespace, flow_id: flowId, limit: 1, ...(actor !== undefined && { actor }) };
      const [newest] = (await get('/executions', { query }, undefined)).executions;
      if (newest === undefined) return undefined;
      return get('/executions/{execution_id}', { path: { execution_id: newest.id } }, undefined);
    },
    done: (execution) => (execution === undefined ? 'You have not run this flow yet' : 'Filled in your last values'),
    onDone: (execution) => {
      if (execution !== undefined) onLoad(execution.inputs);
    },
  });
}
