import { Caller } from '../../access/caller.ts';
import { actorOf } from '../../access/identity.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { quoteShort } from '../../base/problem/describe-value.ts';
import { PatternSearches } from '../../language/expressions/pattern-searches.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import type { BoundedRunner } from '../../language/safe-patterns/bounded-runner.ts';
import type { SealedValues } from '../../store/secrets/sealed-values.ts';
import type { TriggerKey } from '../../store/triggers/trigger-key.ts';
import type { NewWebhookKey, WebhookKeyNote, WebhookKeys, WebhookProof } from '../../store/triggers/webhook-keys.ts';
import { usableFlow } from '../flows/check/flow-checker.ts';
import { deletedFlow, rejected } from '../flows/check/flow-errors.ts';
import type { FlowRecord, FlowService } from '../flows/flow-service.ts';
import { triggerNotFound, type UnmetCondition, type WebhookTrigger } from '../flows/flow-triggers.ts';
import type { RunOutcome } from '../records/visible-execution.ts';
import type { RunService } from '../runs/run-service.ts';
import { unmetCondition, valuesOf, type Delivery } from './delivery.ts';
import { withOpenedSecrets } from './trigger-secrets.ts';

/** A webhook call whose sender has proved to have its key. */
export interface WebhookCall extends Delivery {
  /** Whoever has the key can start the flow, and at first that is who made it. */
  readonly key: WebhookKeyNote;
  /** The sender's ID for this delivery: a delivery with the same ID is the same execution. */
  readonly deliveryId?: string;
  /** The body as received, to distinguish deliveries. */
  readonly bytes: Buffer;
}

/** The outcome of a run, or the condition that kept the webhook from starting one. */
export type WebhookOutcome = RunOutcome | { readonly unmet: UnmetCondition };

/** Max pending executions of one webhook; senders retry later. */
const maxPending = 100;

/** Handles calls from outside that start flows, and the keys for them (docs/reference/triggers.md). */
export class WebhookService {
  readonly #deps;

  constructor(deps: {
    readonly flows: FlowService;
    readonly runs: RunService;
    readonly keys: WebhookKeys;
    readonly sealed: SealedValues;
    readonly runner: BoundedRunner;
    readonly now: () => Date;
  }) {
    this.#deps = deps;
  }

  /**
   * Creates a key, which replaces the previous one and is shown only once.
   * @throws {AppError} as FlowService.read; trigger-not-found, key-not-configured
   */
  async makeKey(webhook: TriggerKey, caller: Caller): Promise<WebhookKeyNote & NewWebhookKey> {
    webhookOf(await this.#deps.flows.read(webhook.flow, { owner: caller.key }), webhook);
    const { subject, person } = caller;
    const creator = person?.subject === subject ? undefined : person?.subject;
    const note = { createdAt: this.#deps.now().toISOString(), createdBy: subject, creator };
    const made = await this.#deps.keys.make(webhook, note);
    if (made === undefined) throw rejected(webhook.flow, { outcome: 'missing' });
    return { ...made, ...note };
  }

  /**
   * Revokes the key; also one left behind by a trigger that no longer exists.
   * @throws {AppError} as FlowService.read
   */
  async revokeKey(webhook: TriggerKey): Promise<void> {
    await this.#deps.flows.stored(webhook.flow);
    await this.#deps.keys.revoke(webhook);
  }

  /**
   * Throws the same error in all cases, so that it does not reveal which flows and triggers exist.
   * @returns who made the key that the sender has
   * @throws {AppError} webhook-rejected
   */
  async authenticate(webhook: TriggerKey, proof: WebhookProof): Promise<WebhookKeyNote> {
    const note = await this.#deps.keys.proven(webhook, proof, this.#deps.now());
    if (note !== undefined) return note;
    throw new AppError(
      'webhook-rejected',
      'The webhook was not found, or the key is wrong. Send the key in X-Flowgate-Key or X-Gitlab-Token, or use it to sign the body in X-Hub-Signature-256, ' +
        'or the delivery in webhook-signature, within 5 minutes of webhook-timestamp.',
    );
  }

  /**
   * Starts the flow for an authenticated sender.
   * @throws {AppError} as RunService.run; trigger-not-found, trigger-disabled
   */
  async call(webhook: TriggerKey, call: WebhookCall): Promise<WebhookOutcome> {
    const caller = Caller.trusted(actorOf('webhook', webhook.triggerId), webhook.flow.namespace);
    const record = await this.#flowOf(webhook, caller);
    const trigger = webhookOf(record, webhook);
    if (trigger.disabled) throw new AppError('trigger-disabled', `The trigger ${trigger.id} is disabled.`);
    const searches = new PatternSearches({ runner: this.#deps.runner, owner: caller.key });
    const unmet = await unmetCondition(trigger, call, { inputs: record.checked.check.draft?.inputs ?? [], searches });
    if (unmet !== undefined) return { unmet };
    const { flow, entry, checked } = record;
    const usable = usableFlow(checked);
    const { values: inputs, violations } = withOpenedSecrets(usable, trigger, {
      values: valuesOf(trigger, usable.inputs, call),
      sealed: this.#deps.sealed,
    });
    if (violations.length > 0) return { violations };
    return this.#deps.runs.run(
      flow,
      { inputs, revision: entry.revision },
      {
        caller,
        trigger: { id: trigger.id, type: 'webhook' },
        starters: [call.key.createdBy, ...(call.key.creator === undefined ? [] : [call.key.creator])],
        maxPendingOfTrigger: maxPending,
        // HTTP headers cannot contain a line break, so no API user can send the same key.
        idempotencyKey: call.deliveryId === undefined ? undefined : `${flowName(flow)}\n${call.deliveryId}`,
        idempotencyContent: call.bytes.toString('base64'),
      },
    );
  }

  async #flowOf({ flow }: TriggerKey, { key: owner }: Caller): Promise<FlowRecord> {
    try {
      return await this.#deps.flows.read(flow, { owner });
    } catch (error) {
      const isDeleted = error instanceof AppError && error.code === 'flow-not-found';
      throw isDeleted ? deletedFlow(flow) : error;
    }
  }
}

/** @throws {AppError} trigger-not-found */
function webhookOf({ flow, checked }: FlowRecord, { triggerId }: TriggerKey): WebhookTrigger {
  const trigger = (checked.check.draft?.triggers ?? []).find(({ id }) => id === triggerId);
  if (trigger?.type === 'webhook') return trigger;
  const found =
    trigger === undefined
      ? `has no trigger ${quoteShort(triggerId)}`
      : `has the trigger ${quoteShort(triggerId)}, but it is a schedule and cannot be called`;
  throw triggerNotFound(flow, found);
}
