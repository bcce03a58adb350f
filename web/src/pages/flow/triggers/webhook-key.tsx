import { useState } from 'react';
import type { ResponseBody, Schema } from '../../../../../src/api-client/operation-types.ts';
import { unwrap } from '../../../api/api-problem.ts';
import { api } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../api/use-may.ts';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorBox } from '../../../components/error-box.tsx';
import { Facts } from '../../../components/facts.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { curlOf } from './webhook-curl.ts';
import type { Trigger } from './triggers-tab.tsx';

export interface WebhookKeyProps {
  readonly flow: Schema<'FlowKey'>;
  readonly trigger: Trigger;
}

type MadeKey = ResponseBody<'makeTriggerKey'>;

/** A webhook and its key, which is shown once, while this page is open. */
export function WebhookKey({ flow, trigger }: WebhookKeyProps) {
  const { namespace, id } = flow;
  const mayWrite = useMay()('write', namespace);
  const [made, setMade] = useState<MadeKey>();
  const [question, setQuestion] = useState<'replace' | 'revoke'>();
  const path = { namespace, flow_id: id, trigger_id: trigger.id };
  const invalidates = [queryKeys.triggers(namespace, id)];
  const make = useAction<void, MadeKey>({
    run: () => unwrap(api.POST('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params: { path } })),
    invalidates,
    onDone: (key) => {
      setMade(key);
      setQuestion(undefined);
    },
  });
  const revoke = useAction({
    run: () => unwrap(api.DELETE('/flows/{namespace}/{flow_id}/triggers/{trigger_id}/key', { params: { path } })),
    invalidates,
    done: () => 'The key is revoked',
    onDone: () => {
      setMade(undefined);
      setQuestion(undefined);
    },
  });
  const answer = question === 'revoke' ? revoke : make;
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
          <div className="webhook-key">
            <CodeBlock text={made.key} what={`Key of ${trigger.id}`} />
            <p>For senders that sign their calls (Standard Webhooks):</p>
            <CodeBlock text={made.signingSecret} what={`Signing secret of ${trigger.id}`} />
          </div>
        </Callout>
      )}
      <div>
        <p>Try it:</p>
        <CodeBlock text={curlOf(url, made?.key)} what={`Command that calls ${trigger.id}`} />
      </div>
      {make.problem !== undefined && <ErrorBox what="No key was made" problem={make.problem} />}
      {revoke.problem !== undefined && <ErrorBox what="The key was not revoked" problem={revoke.problem} />}
      {mayWrite && (
        <div className="page-actions">
          {trigger.hasKey ? (
            <>
              <Button onPress={() => setQuestion('replace')}>Replace the key</Button>
              <Button look="danger" onPress={() => setQuestion('revoke')}>
                Revoke the key
              </Button>
            </>
          ) : (
            <Button look="primary" isBusy={make.isBusy} onPress={() => make.start()}>
              Make a key
            </Button>
          )}
        </div>
      )}
      <Dialog
        title={question === 'revoke' ? 'Revoke the key?' : 'Replace the key?'}
        isOpen={question !== undefined}
        onClose={() => setQuestion(undefined)}
        actions={
          <>
            <Button onPress={() => setQuestion(undefined)}>Cancel</Button>
            <Button look="danger" isBusy={answer.isBusy} onPress={() => answer.start()}>
              {question === 'revoke' ? 'Revoke it' : 'Replace it'}
            </Button>
          </>
        }
      >
        <p>Callers with the present key are rejected from then on.</p>
      </Dialog>
    </>
  );
}

function KeyState({ trigger: { hasKey, keyCreatedAt, keyCreatedBy } }: { readonly trigger: Trigger }) {
  if (!hasKey) return 'None yet; all calls are rejected';
  return (
    <>
      made {keyCreatedAt !== undefined && <RelativeTime at={keyCreatedAt} />}
      {keyCreatedBy !== undefined && ` by ${keyCreatedBy}`}
    </>
  );
}
