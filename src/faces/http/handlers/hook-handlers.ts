import { createHash } from 'node:crypto';
import type { WebhookService } from '../../../abilities/triggers/webhook-service.ts';
import { actorOf } from '../../../access/identity.ts';
import type { SignedDelivery } from '../../../store/triggers/standard-webhook.ts';
import { linkTo } from '../base-path.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { AnyRequest, OperationHandlers, RawBody } from '../operation.ts';
import { triggerKey } from '../request/request-values.ts';
import { webhookBody } from '../request/webhook-body.ts';
import { executionOnWire } from '../response/wire-execution.ts';
import { rejectedInputs } from '../response/wire-inputs.ts';

/** Webhook calls, authenticated by the key of the webhook. */
export function hookHandlers(webhooks: WebhookService) {
  return {
    callHook: async (request, response) => {
      const webhook = triggerKey(request);
      const raw = request.body;
      const proof = { ...shownKeys(request), signed: signedDelivery(request), body: raw.bytes };
      const key = await webhooks.authenticate(webhook, proof);
      noteForAudit(response, { actor: actorOf('webhook', webhook.triggerId) });
      const outcome = await webhooks.call(webhook, {
        key,
        body: webhookBody(raw),
        headers: headersOf(request, raw),
        bytes: raw.bytes,
        deliveryId: deliveryId(request, raw),
      });
      if ('violations' in outcome) throw rejectedInputs(outcome.violations);
      if ('unmet' in outcome) {
        noteForAudit(response, { each: [] });
        const { text, reason } = outcome.unmet;
        response.json({
          execution: null,
          reason: `The condition ${JSON.stringify(text)} ${reason === undefined ? 'is false' : `could not be evaluated: ${reason}`}.`,
        });
        return;
      }
      const { execution } = outcome;
      noteForAudit(response, { executionId: execution.id });
      response
        .status(202)
        .location(linkTo(response, `/executions/${execution.id}`))
        .json(executionOnWire(execution));
    },
  } satisfies Partial<OperationHandlers>;
}

function shownKeys({ headersDistinct }: AnyRequest) {
  const {
    'x-flowgate-key': flowgateKeys = [],
    'x-gitlab-token': gitlabTokens = [],
    'x-hub-signature-256': signatures = [],
  } = headersDistinct;
  return { keys: [...flowgateKeys, ...gitlabTokens], signatures };
}

/** A repeated header counts as empty, so that an attacker cannot add a second id to a signed delivery. */
function signedDelivery({ headersDistinct }: AnyRequest): SignedDelivery | undefined {
  const {
    'webhook-id': ids = [],
    'webhook-timestamp': timestamps = [],
    'webhook-signature': signatures,
  } = headersDistinct;
  const single = ([first = '', ...others]: readonly string[]) => (others.length === 0 ? first : '');
  return signatures && { id: single(ids), timestamp: single(timestamps), signatures: signatures.join(' ') };
}

/** The headers, with the media type that was sent. */
function headersOf({ headers }: AnyRequest, { mediaType }: RawBody): Readonly<Record<string, string>> {
  const sent = { ...headers, ...(mediaType !== undefined && { 'content-type': mediaType }) };
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
}

/**
 * A signed id takes precedence over ids that could be changed in transit. GitLab assigns the same UUID to all events
 * that result from one event, so the UUID identifies a delivery only together with the body.
 */
function deliveryId(request: AnyRequest, { bytes }: RawBody): string | undefined {
  const event = request.get('X-Gitlab-Event-UUID');
  return (
    signedDelivery(request)?.id ??
    request.get('Idempotency-Key') ??
    request.get('X-GitHub-Delivery') ??
    (event && `${event}\n${createHash('sha256').update(bytes).digest('hex')}`)
  );
}
