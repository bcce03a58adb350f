import { createHash } from 'node:crypto';
import { actorOf } from '../../access/identity.ts';
import { AppError } from '../../problem/app-error.ts';
import { decodeUtf8 } from '../../services/flows/decode-utf8.ts';
import type { WebhookService } from '../../services/triggers/webhook-service.ts';
import type { SignedDelivery } from '../../store/triggers/standard-webhook.ts';
import type { JsonValue } from '../../text/json-value.ts';
import { linkTo } from '../base-path.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { AnyRequest, OperationHandlers, RawBody } from '../operation.ts';
import { parseJson } from '../request/parse-json.ts';
import { triggerKey } from '../request/request-values.ts';
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
        body: bodyOf(raw),
        headers: headersOf(request),
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

/** @throws {AppError} `malformed-body` */
function bodyOf({ bytes, mediaType }: RawBody): JsonValue {
  const text = decodeUtf8(bytes);
  if (text.trim() === '') return {};
  const body = parseJson(mediaType === 'application/x-www-form-urlencoded' ? payloadOf(text) : text);
  if (typeof body !== 'object' || body === null)
    throw new AppError('malformed-body', 'The body must be a JSON object or list.');
  return body;
}

/** GitHub sends the JSON in the form field `payload`. */
function payloadOf(form: string): string {
  const payload = new URLSearchParams(form).get('payload');
  if (payload === null) throw new AppError('malformed-body', 'The form must contain the JSON in the field "payload".');
  return payload;
}

function headersOf({ headers }: AnyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
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
