import { useState } from 'react';
import type { ResponseBody, Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { unwrap } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { pathOf, triggersQuery } from '../../../api/flow-queries.ts';
import { useMay } from '../../../api/use-may.ts';
import { Callout } from '../../../components/callout.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { Facts } from '../../../components/page.tsx';
import { RelativeTime } from '../../../components/times.tsx';
import { curlOf } from './webhook-curl.ts';

export type Trigger = ResponseBody<'listTriggers'>['triggers'][number];
type MadeKey = ResponseBody<'makeTriggerKey'>;

export interface WebhookKeyProps {
  readonly flow: Schema<'FlowKey'>;
  readonly trigger: Trigger;
}

/** A webhook and its key, which is shown once, while this page is open. */
export function WebhookKey({ flow, trigger }: WebhookKeyProps) {
  const mayWrite = useMay()('write', flow.namespace);
  const [made, setMade] = useState<MadeKey>();
  const params = { path: { ...pathOf(flow), trigger_id: trigger.id } };
  const invalidates = [triggersQuery(flow).queryKey];
  const url = location.origin + (made?.path ?? trigger.path ?? '');
  return (
    <>
      <Facts
        items={[
          ['URL', <code key="url">{url}</code>],
          ['Key', <KeyState key="key" trigger={trigger} />],
        ]}
      />
      {made !== undefined && (
        <Callout tone="success" title="Copy the key now: it is shown only once">
          <div className="stack gap-8">
            <CodeBlock text={made.key} what={`Key of ${trigger.id}`} />
            <p>For senders that sign their requests (Standard Webhooks):</p>
            <CodeBlock text={made.signingSecret} what={`Signing secret of ${trigger.id}`} />
          </div>
        </Callout>
      )}
      <div>
        <p>Try it:</p>
        <CodeBlock text={curlOf(url, made?.key)} what={`Command that calls ${trigger.id}`} />
      </div>
      {mayWrite && (
        <div className="row">
          {/* One button, so that it keeps the focus once there is a key. */}
          <ConfirmButton
            text={trigger.hasKey ? 'Replace the key' : 'Create a key'}
            variant={trigger.hasKey ? 'plain' : 'primary'}
            title={trigger.hasKey ? 'Replace the key?' : undefined}
            confirm="Replace key"
            failure="Could not create the key"
            action={{
              run: () => unwrap(api.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params })),
              invalidates,
              onDone: setMade,
            }}
          >
            {consequence}
          </ConfirmButton>
          {trigger.hasKey && (
            <ConfirmButton
              text="Revoke the key"
              title="Revoke the key?"
              confirm="Revoke key"
              failure="Could not revoke the key"
              action={{
                run: () => unwrap(api.DELETE('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params })),
                invalidates,
                done: () => 'Revoked the key',
                onDone: () => setMade(undefined),
              }}
            >
              {consequence}
            </ConfirmButton>
          )}
        </div>
      )}
    </>
  );
}

const consequence = <p>Requests with the current key will be rejected.</p>;

function KeyState({ trigger: { hasKey, keyCreatedAt, keyCreatedBy } }: { readonly trigger: Trigger }) {
  if (!hasKey) return 'None yet; all calls are rejected';
  return (
    <>
      Created {keyCreatedAt !== undefined && <RelativeTime at={keyCreatedAt} />}
      {keyCreatedBy !== undefined && ` by ${keyCreatedBy}`}
    </>
  );
}
