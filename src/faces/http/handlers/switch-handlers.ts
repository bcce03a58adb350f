import type { SwitchRequest, SwitchService } from '../../../abilities/flows/switch-service.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { AnyRequest, OperationHandlers, OperationResponse } from '../operation.ts';
import { expectedRevisions, setRevisionTag } from '../request/preconditions.ts';
import { flowKey, triggerKey } from '../request/request-values.ts';
import { flowOnWire } from '../response/wire-flow.ts';

/** Enables and disables flows and triggers. */
export function switchHandlers(switches: SwitchService) {
  const send = async (
    request: AnyRequest,
    response: OperationResponse<'updateFlow'>,
    { flow, ...part }: SwitchRequest & { readonly flow: FlowKey },
  ) => {
    const caller = callerOf(response);
    const record = await switches.switch(flow, part, { caller, expected: expectedRevisions(request) });
    setRevisionTag(response, record.entry.revision);
    noteForAudit(response, { revision: record.entry.revision });
    response.json(flowOnWire(record, await record.checked.value(caller.key)));
  };
  return {
    enableFlow: (request, response) => send(request, response, { flow: flowKey(request), disabled: false }),
    disableFlow: (request, response) => send(request, response, { flow: flowKey(request), disabled: true }),
    enableTrigger: (request, response) => send(request, response, { ...triggerKey(request), disabled: false }),
    disableTrigger: (request, response) => send(request, response, { ...triggerKey(request), disabled: true }),
  } satisfies Partial<OperationHandlers>;
}
