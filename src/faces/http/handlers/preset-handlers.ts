import type { PresetService } from '../../../abilities/triggers/preset-service.ts';
import type { Preset } from '../../../store/presets/preset.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { OperationHandlers } from '../operation.ts';
import { flowKey } from '../request/request-values.ts';
import { rejectedInputs } from '../response/wire-inputs.ts';

/** Saved input values of flows. */
export function presetHandlers(presets: PresetService) {
  return {
    listPresets: async (request, response) => {
      response.json({ presets: (await presets.list(flowKey(request))).map(presetOnWire) });
    },

    savePreset: async (request, response) => {
      const { inputs, labels = {} } = request.body;
      const { preset: name } = request.params;
      noteForAudit(response, { detail: name });
      const saved = await presets.save(flowKey(request), { name, inputs, labels }, callerOf(response));
      if ('violations' in saved) throw rejectedInputs(saved.violations);
      response.json(presetOnWire(saved.preset));
    },

    deletePreset: async (request, response) => {
      noteForAudit(response, { detail: request.params.preset });
      await presets.delete(flowKey(request), request.params.preset);
      response.status(204).end();
    },
  } satisfies Partial<OperationHandlers>;
}

/** A preset as declared in openapi.yaml. */
function presetOnWire({ name, inputs, labels, savedAt, savedBy }: Preset): Schema<'Preset'> {
  return { name, inputs, labels, savedAt, savedBy };
}
